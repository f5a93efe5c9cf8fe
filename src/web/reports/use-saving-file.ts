import { useEffect, useRef, useState } from 'react';
import { FailedCall } from '#web/api.ts';
import { noteExportFailure } from '#web/live/failure-reports.ts';
import type { JobControl } from './generate.ts';

type Saving<Kind> =
  | { readonly state: 'idle' }
  | { readonly state: 'working'; readonly kind: Kind; readonly done: number }
  | { readonly state: 'failed'; readonly kind: Kind; readonly reason: string; readonly isChanged: boolean };

/** @param make rejects if the file cannot be made, or if its `signal` is aborted */
export function useSavingFile<Kind = void>(make: (work: JobControl, kind: Kind) => Promise<void>) {
  const [saving, setSaving] = useState<Saving<Kind>>({ state: 'idle' });
  const work = useRef<AbortController>(null);
  useEffect(() => () => work.current?.abort(), []);
  const save = async (kind: Kind) => {
    const { signal } = (work.current = new AbortController());
    const progress = (done: number) => setSaving({ state: 'working', kind, done });
    progress(0);
    try {
      await make({ progress, signal }, kind);
      setSaving({ state: 'idle' });
    } catch (error) {
      if (signal.aborted) return setSaving({ state: 'idle' });
      if (!(error instanceof FailedCall)) console.error(error);
      noteExportFailure(error);
      const reason = error instanceof Error ? error.message : '';
      const failure = error instanceof FailedCall ? error.failure : null;
      const isChanged = failure?.kind === 'refused' && failure.code === 'report_changed';
      setSaving({ state: 'failed', kind, reason, isChanged });
    }
  };
  return { saving, save: (kind: Kind) => void save(kind), cancel: () => work.current?.abort() };
}
