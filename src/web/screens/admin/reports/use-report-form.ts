/**
 * What is chosen in the report form, and what is wrong with it: judged by the contract's own schema (spec
 * §5).
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ReportForm, ReportRange, type ReportEmployee } from '#contract/reports';
import type { OutputOf } from '#contract/routes';
import { defaultReportRange } from '#domain/report';
import type { ReportRules } from '#domain/report-rules';
import { call, FailedCall } from '#web/api.ts';
import { authState, onAuthChange } from '#web/session/auth.ts';
import { fieldErrorsOf, type FieldErrors } from '#web/forms/field-errors.ts';
import { useSubmission } from '#web/forms/use-submission.ts';
import { onChanges } from '#web/live/live-updates.ts';

export type Subject = 'one' | 'all';

export interface ReportFormValues {
  readonly subject: Subject;
  readonly userId: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly rules: ReportRules;
  readonly includeFormer: boolean;
}

const DATE_FIELDS = ['startDate', 'endDate'] as const;
/**
 * What was typed there is no whole date. The browser keeps such a text to itself, and the field looks empty
 * to the page.
 */
const unreadableDates = (form: HTMLFormElement | null) =>
  DATE_FIELDS.filter((name) => {
    const field = form?.elements.namedItem(name);
    return field instanceof HTMLInputElement && field.validity.badInput;
  });
/** Half a date or one like 30 February: the page only learns that it cannot be read. */
const UNREADABLE_DATE = 'This date is incomplete or does not exist';

const UNTOUCHED: ReportFormValues = {
  subject: 'one',
  userId: '',
  startDate: '',
  endDate: '',
  rules: 'standard',
  includeFormer: false,
};
/**
 * Outlives the tab, since one comes and goes between tabs; not a reload, nor whoever is signed in. Dates are
 * empty until somebody touches them.
 */
let remembered = UNTOUCHED;
onAuthChange(() => {
  if (!authState().isAuthenticated) remembered = UNTOUCHED;
});

const NOBODY: readonly ReportEmployee[] = [];
const NAME = ['reportEmployees'];

function useEmployees() {
  const client = useQueryClient();
  useEffect(
    () =>
      onChanges((changes) => {
        if (changes.some(({ user }) => user !== undefined)) void client.invalidateQueries({ queryKey: NAME });
      }),
    [client],
  );
  return useQuery<OutputOf<'reportEmployees'>, FailedCall>({
    queryKey: NAME,
    queryFn: async ({ signal }) => {
      const answer = await call('reportEmployees', {}, { signal });
      if (!answer.ok) throw new FailedCall(answer.failure);
      return answer.value;
    },
  });
}

export function useReportForm() {
  const query = useEmployees();
  const [touched, setTouched] = useState(remembered);
  const ref = useRef<HTMLFormElement>(null);
  const { errors, submit, clear } = useSubmission<keyof ReportFormValues>(ref);
  const range = query.data ? defaultReportRange(query.data.today) : { first: '', last: '' };
  const [isEdited, setEdited] = useState({
    startDate: touched.startDate !== '',
    endDate: touched.endDate !== '',
  });
  const employees = query.data?.employees ?? NOBODY;
  const chosen: ReportFormValues = {
    ...touched,
    // Who has left meanwhile cannot be asked for any more.
    userId: query.data && !employees.some(({ id }) => id === touched.userId) ? '' : touched.userId,
    startDate: isEdited.startDate ? touched.startDate : range.first,
    endDate: isEdited.endDate ? touched.endDate : range.last,
  };
  const change = (changed: Partial<ReportFormValues>) => {
    remembered = { ...touched, ...changed };
    setTouched(remembered);
    if ('startDate' in changed || 'endDate' in changed)
      setEdited({
        startDate: isEdited.startDate || 'startDate' in changed,
        endDate: isEdited.endDate || 'endDate' in changed,
      });
    for (const field of Object.keys(changed) as (keyof ReportFormValues)[]) clear(field);
    // The order of the two dates is told under the second of them.
    if ('startDate' in changed) clear('endDate');
  };
  const problems = (): FieldErrors<keyof ReportFormValues> => {
    const { userId, startDate, endDate, subject } = chosen;
    const found =
      subject === 'one'
        ? fieldErrorsOf(ReportForm, { userId, startDate, endDate })
        : fieldErrorsOf(ReportRange, { startDate, endDate });
    for (const field of unreadableDates(ref.current)) found[field] = UNREADABLE_DATE;
    return found;
  };
  /** Hands on what is chosen, or marks what is wrong with it. */
  const generate = (start: (values: ReportFormValues) => void): void =>
    void submit(problems(), async () => {
      start(chosen);
      return undefined;
    });
  return { ref, chosen, change, generate, errors, employees, query };
}

export type ReportFormState = ReturnType<typeof useReportForm>;
