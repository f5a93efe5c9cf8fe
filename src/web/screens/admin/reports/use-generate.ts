/** Generating a report: under way, done (and kept), failed, or cancelled. */
import { useEffect, useRef, useState } from 'react';
import { generateForAll, generateForEmployee, type GenerateResult } from './generate.ts';
import { keepReport } from './history.ts';
import type { ReportResult } from './report-result.ts';
import type { ReportFormValues } from './report-params.ts';

export type GenerateState =
  | { readonly state: 'idle' }
  | { readonly state: 'working'; readonly share: number; readonly cancel: () => void }
  | {
      readonly state: 'failed';
      readonly message: string;
      readonly fields: Readonly<Record<string, string>>;
      readonly again: boolean;
    };

/** `onDone` is called after a report was kept. */
export function useGenerate(onDone: () => void) {
  const [generating, setGenerating] = useState<GenerateState>({ state: 'idle' });
  const work = useRef<AbortController>(null);
  useEffect(() => () => work.current?.abort(), []);

  const run = async (
    make: (progress: (share: number) => void, signal: AbortSignal) => Promise<GenerateResult<ReportResult>>,
  ) => {
    work.current?.abort();
    const controller = new AbortController();
    work.current = controller;
    const cancel = () => {
      controller.abort();
      setGenerating({ state: 'idle' });
    };
    const progress = (share: number) => {
      if (!controller.signal.aborted) setGenerating({ state: 'working', share, cancel });
    };
    progress(0);
    try {
      const answer = await make(progress, controller.signal);
      if (controller.signal.aborted) return;
      if (answer.ok) {
        keepReport(answer.result);
        setGenerating({ state: 'idle' });
        onDone();
      } else {
        const { failure } = answer;
        const isRefused = failure.kind === 'refused' && failure.status < 500;
        setGenerating({
          state: 'failed',
          message: failure.message,
          fields: failure.kind === 'refused' ? failure.fields : {},
          again: !isRefused,
        });
      }
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
  };
  return {
    generating,
    generate: ({ subject, userId, startDate, endDate, rules, includeFormer }: ReportFormValues) =>
      void run((progress, signal) =>
        subject === 'one'
          ? generateForEmployee(userId, { startDate, endDate, rules })
          : generateForAll({ startDate, endDate, rules, includeFormer }, { progress, signal }),
      ),
    /** Somebody's own report, from the report over all. */
    openPerson: (userId: string, { startDate, endDate, rules }: ReportResult) =>
      void run(() => generateForEmployee(userId, { startDate, endDate, rules }, { includeFormer: true })),
  };
}
