/**
 * What is chosen in the report form, and what is wrong with it: judged by the contract's own schema (spec
 * §5).
 */
import type { LiveChange } from '#contract/live';
import { ReportForm, ReportRange, type ReportEmployee } from '#contract/reports';
import { defaultReportRange } from '#domain/report/report';
import { setParams, useParams } from '#web/browser/navigation.ts';
import { fieldErrorsOf, type FieldErrors } from '#web/forms/field-errors.ts';
import { useSubmission } from '#web/forms/use-submission.ts';
import { useAsked } from '#web/live/use-asked.ts';
import { paramsOf, valuesOf, REPORT_PARAMS, type ReportFormValues } from './report-params.ts';

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

const NOBODY: readonly ReportEmployee[] = [];
const concerns = ({ user }: LiveChange): boolean => user !== undefined;

export function useReportForm() {
  const query = useAsked('reportEmployees', concerns);
  const params = useParams(...REPORT_PARAMS);
  const { ref, errors, submit, clear } = useSubmission<keyof ReportFormValues>();
  const range = query.data ? defaultReportRange(query.data.today) : { first: '', last: '' };
  const employees = query.data?.employees ?? NOBODY;
  const asked = valuesOf(params, range);
  // Who has left meanwhile cannot be asked for any more.
  const isGone = query.data !== undefined && !employees.some(({ id }) => id === asked.userId);
  const chosen: ReportFormValues = isGone ? { ...asked, userId: '' } : asked;
  const change = (changed: Partial<ReportFormValues>) => {
    setParams(paramsOf(changed));
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
  return { ref, chosen, change, generate, errors, employees, today: query.data?.today, query };
}

export type ReportFormState = ReturnType<typeof useReportForm>;
