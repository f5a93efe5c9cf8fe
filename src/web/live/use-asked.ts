/** A view fetched as a whole: once, and again after each change that concerns it. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveChange } from '#contract/live';
import type { InputOf, OutputOf, RouteName } from '#contract/routes';
import { call, FailedCall } from '#web/api.ts';
import { onChanges, usePolling } from './live-updates.ts';

/** @throws FailedCall */
export async function fetched<Name extends RouteName>(
  name: Name,
  input: InputOf<Name>,
  signal: AbortSignal,
): Promise<OutputOf<Name>> {
  const answer = await call(name, input, { signal });
  if (!answer.ok) throw new FailedCall(answer.failure);
  return answer.value;
}

/** @param concerns a stable function */
export function useAsked<
  Name extends
    | 'holidays'
    | 'leaveSettings'
    | 'payrollProfiles'
    | 'reportEmployees'
    | 'schedules'
    | 'setUp'
    | 'studios',
>(name: Name, concerns: (change: LiveChange) => boolean): UseQueryResult<OutputOf<Name>, FailedCall> {
  const client = useQueryClient();
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: [name] });
    return onChanges((changes) => {
      if (changes.some(concerns)) again();
    }, again);
  }, [client, name, concerns]);
  return useQuery<OutputOf<Name>, FailedCall>({
    queryKey: [name],
    queryFn: ({ signal }) => fetched(name, {} as InputOf<Name>, signal),
    refetchInterval: usePolling(),
  });
}
