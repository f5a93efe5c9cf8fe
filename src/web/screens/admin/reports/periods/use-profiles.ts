/** How this workplace hands its hours to payroll programs: its profiles, live. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PayrollProfilesView } from '#contract/payroll';
import { call, FailedCall } from '#web/api.ts';
import { onChanges, onCoverage } from '#web/live/live-updates.ts';

export const PROFILES_KEY = ['payroll-profiles'];

export function useProfiles(): UseQueryResult<PayrollProfilesView, FailedCall> {
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: PROFILES_KEY });
    const stopChanges = onChanges((changes) => {
      if (changes.some(({ kind }) => kind === 'payroll_profiles_updated')) refetch();
    });
    const stopCoverage = onCoverage(refetch);
    return () => {
      stopChanges();
      stopCoverage();
    };
  }, [client]);
  return useQuery<PayrollProfilesView, FailedCall>({
    queryKey: PROFILES_KEY,
    queryFn: async ({ signal }) => {
      const answer = await call('payrollProfiles', {}, { signal });
      if (!answer.ok) throw new FailedCall(answer.failure);
      return answer.value;
    },
  });
}
