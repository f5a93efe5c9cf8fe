/** How people reach this installation, who may join, and where its mails go. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SetUp } from '#contract/set-up';
import { call, FailedCall } from '#web/api.ts';
import { onChanges } from '#web/live/live-updates.ts';

const KEY = ['set-up'];

export function useSetUp(): UseQueryResult<SetUp, FailedCall> {
  const client = useQueryClient();
  useEffect(
    () =>
      onChanges((changes) => {
        if (changes.some(({ settings }) => settings)) void client.invalidateQueries({ queryKey: KEY });
      }),
    [client],
  );
  return useQuery<SetUp, FailedCall>({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const answer = await call('setUp', {}, { signal });
      if (!answer.ok) throw new FailedCall(answer.failure);
      return answer.value;
    },
  });
}

/** Where people open Punctual: what the server was told, else as this browser reached it. */
export const addressOf = ({ publicUrl }: SetUp): string => publicUrl ?? location.origin;

/** Whether other devices can open that address; this machine's own name for itself leads nowhere else. */
export const isReachable = (address: string): boolean =>
  !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

/** Opens the registration, with what lets somebody in where it takes an invitation. */
export const joinLink = (setUp: SetUp): string =>
  `${addressOf(setUp)}/#join${setUp.invitation === null ? '' : `/${setUp.invitation}`}`;
