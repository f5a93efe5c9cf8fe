/**
 * What is chosen in the report form, and what is wrong with it: judged by the contract's own schema (spec
 * §5).
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ReportForm, ReportRange, type ReportEmployee } from '#contract/reports';
import type { OutputOf } from '#contract/routes';
import { defaultReportRange } from '#domain/report';
import type { ReportRules } from '#domain/report-rules';
import { call, FailedCall } from '#web/api.ts';
import { authState, onAuthChange } from '#web/session/auth.ts';
import { fieldErrorsOf, withoutError, type FieldErrors } from '#web/forms/field-errors.ts';
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

export const DATE_FIELDS = ['startDate', 'endDate'] as const;
export type DateField = (typeof DATE_FIELDS)[number];
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
  const [errors, setErrors] = useState<FieldErrors<keyof ReportFormValues>>({});
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
    const edited = Object.keys(changed) as (keyof ReportFormValues)[];
    // The order of the two dates is told under the second of them.
    const cleared = edited.includes('startDate') ? [...edited, 'endDate' as const] : edited;
    setErrors(cleared.reduce((rest, field) => withoutError(rest, field), errors));
  };
  /**
   * What is wrong, marked on the fields as well. @param unreadable the date fields that hold something else
   * than a date
   */
  const check = (unreadable: readonly DateField[] = []): FieldErrors<keyof ReportFormValues> => {
    const { userId, startDate, endDate, subject } = chosen;
    const found =
      subject === 'one'
        ? fieldErrorsOf(ReportForm, { userId, startDate, endDate })
        : fieldErrorsOf(ReportRange, { startDate, endDate });
    for (const field of unreadable) found[field] = UNREADABLE_DATE;
    setErrors(found);
    return found;
  };
  return { chosen, change, check, errors, setErrors, employees, query };
}

export type ReportFormState = ReturnType<typeof useReportForm>;
