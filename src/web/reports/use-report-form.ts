/** State of the report form, validated by the contract's schema (spec §5). */
import { say } from '#texts/say';
import type { LiveChange } from '#contract/monitoring/live';
import { type ReportEmployee, ReportForm, ReportRange } from '#contract/reports/reports';
import { defaultReportRange } from '#domain/report/report';
import { setParams, useParams } from '#web/browser/navigation.ts';
import type { FieldErrors } from '#web/forms/draft.ts';
import { fieldErrorsOf, useForm } from '#web/forms/use-form.ts';
import { useLiveQuery } from '#web/live/use-live-query.ts';
import { REPORT_PARAMS, type ReportFormValues, paramsOf, valuesOf } from './report-params.ts';
import { useEffect, useRef, useState } from 'react';
import type { ReportQuery } from './report-address.ts';
import { generateReport } from './generate.ts';
import type { ReportResult } from '#contract/reports/result';

export type GenerateState =
  | { readonly state: 'idle' }
  | {
      readonly state: 'working';
      readonly of: 'one' | 'all';
      readonly share: number;
      readonly cancel: () => void;
    }
  | { readonly state: 'failed'; readonly message: string; readonly canRetry: boolean };

export function useGenerate() {
  const [generating, setGenerating] = useState<GenerateState>({ state: 'idle' });
  const work = useRef<AbortController>(null);
  useEffect(() => () => work.current?.abort(), []);

  /** Returns null if the report failed, was cancelled, or was replaced by a newer request. */
  const generate = async (asked: ReportQuery): Promise<ReportResult | null> => {
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
      setGenerating({ state: 'failed', message: failure.message, canRetry: !isRefused });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return null;
  };
  return { generating, generate };
}

const NOBODY: readonly ReportEmployee[] = [];
const concerns = ({ user }: LiveChange): boolean => user !== undefined;

export function useReportForm() {
  const query = useLiveQuery('reportEmployees', concerns);
  const params = useParams(...REPORT_PARAMS);
  const { ref, errors, run, clear } = useForm();
  const range = query.data ? defaultReportRange(query.data.today) : { first: '', last: '' };
  const employees = query.data?.employees ?? NOBODY;
  const asked = valuesOf(params, range);
  // The address can name a former employee, who is not in the list: in this case choose nobody.
  const isGone = query.data !== undefined && !employees.some(({ id }) => id === asked.userId);
  const chosen: ReportFormValues = isGone ? { ...asked, userId: '' } : asked;
  const change = (changed: Partial<ReportFormValues>) => {
    setParams(paramsOf(changed));
    for (const field of Object.keys(changed)) clear(field);
    // The error about the order of the two dates is shown at `endDate`, so clear it also when the start changes.
    if ('startDate' in changed) clear('endDate');
  };
  const generate = (start: (values: ReportFormValues) => void) => {
    const { userId, startDate, endDate, subject } = chosen;
    const found: FieldErrors<keyof ReportFormValues> =
      subject === 'one'
        ? fieldErrorsOf(ReportForm, { userId, startDate, endDate })
        : fieldErrorsOf(ReportRange, { startDate, endDate });
    // Browsers report an incomplete date as an empty value, so read the input's `badInput`.
    for (const name of ['startDate', 'endDate'] as const) {
      const field = ref.current?.elements.namedItem(name);
      const isIncomplete = field instanceof HTMLInputElement && field.validity.badInput;
      if (isIncomplete) found[name] = say('report.incompleteDate');
    }
    void run(
      async () => {
        start(chosen);
        return undefined;
      },
      'report',
      found,
    );
  };
  return { ref, chosen, change, generate, errors, employees, today: query.data?.today, query };
}

export type ReportFormState = ReturnType<typeof useReportForm>;
