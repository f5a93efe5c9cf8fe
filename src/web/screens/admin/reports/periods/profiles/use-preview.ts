/** Whose lines a profile's preview shows: the closed period's people, or examples where none is closed. */
import { useQuery } from '@tanstack/react-query';
import type { PayrollPeriod } from '#contract/payroll';
import { payPeriodText } from '#domain/period/pay-period';
import type { PayrollSummary } from '#domain/period/payroll';
import { call } from '#web/api.ts';
import { fetchPayrollFile } from '#web/screens/admin/reports/periods/payroll-file.ts';
import { EXAMPLE_PEOPLE, firstOf } from './profile-draft.ts';

export interface Preview {
  readonly people: readonly PayrollSummary[];
  /** Of whom these lines are. */
  readonly of: string;
}

const EXAMPLES: Preview = { people: EXAMPLE_PEOPLE, of: 'two example people' };

/** @param first of the period that was looked at; the last one that is over when left out */
export function usePreview(first: string | undefined): Preview {
  const { data } = useQuery<Preview>({
    queryKey: ['payroll-preview', first ?? ''],
    staleTime: Infinity,
    // A period may be closed by the next time.
    gcTime: 0,
    queryFn: async () => {
      const periods = await call('periods', first === undefined ? {} : { first });
      if (!periods.ok || !periods.value.people.some(({ state }) => state === 'closed')) return EXAMPLES;
      const range = { first: periods.value.first, last: periods.value.last };
      const file = await fetchPayrollFile('payrollFile', { ...range, kind: 'json' });
      if (!file.ok) return EXAMPLES;
      const { people } = JSON.parse(new TextDecoder().decode(file.bytes)) as PayrollPeriod;
      return { people: firstOf(people), of: payPeriodText(range) };
    },
  });
  return data ?? EXAMPLES;
}
