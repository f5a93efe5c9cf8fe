/** Generating a report: under way, done, failed, or cancelled. */
import { useEffect, useRef, useState } from 'react';
import type { AskedReport } from '#web/frame/report-address.ts';
import { generateReport } from './generate.ts';
import type { ReportResult } from './report-result.ts';

export type GenerateState =
  | { readonly state: 'idle' }
  | {
      readonly state: 'working';
      readonly of: 'one' | 'all';
      readonly share: number;
      readonly cancel: () => void;
    }
  | {
      readonly state: 'failed';
      readonly message: string;
      readonly again: boolean;
    };

export function useGenerate() {
  const [generating, setGenerating] = useState<GenerateState>({ state: 'idle' });
  const work = useRef<AbortController>(null);
  useEffect(() => () => work.current?.abort(), []);

  /** The report; null where it failed, was cancelled, or another one was asked for meanwhile. */
  const generate = async (asked: AskedReport): Promise<ReportResult | null> => {
    work.current?.abort();
    const controller = new AbortController();
    work.current = controller;
    const { signal } = controller;
    const cancel = () => {
      controller.abort();
      setGenerating({ state: 'idle' });
    };
    const progress = (share: number) => {
      const of = asked.userId === null ? 'all' : 'one';
      if (!signal.aborted) setGenerating({ state: 'working', of, share, cancel });
    };
    progress(0);
    try {
      const answer = await generateReport(asked, { progress, signal });
      if (signal.aborted) return null;
      if (answer.ok) {
        setGenerating({ state: 'idle' });
        return answer.result;
      }
      const { failure } = answer;
      const isRefused = failure.kind === 'refused' && failure.status < 500;
      setGenerating({
        state: 'failed',
        message: failure.message,
        again: !isRefused,
      });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return null;
  };
  return { generating, generate };
}
