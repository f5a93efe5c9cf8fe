/** A view fetched as a whole: once, and again after each change that concerns it. */
import {
  type QueryClient,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveChange } from '#contract/live';
import type { InputOf, OutputOf, RouteName } from '#contract/routes';
import { call, FailedCall } from '#web/api.ts';
import { authState } from '#web/session/auth.ts';
import { coalesce } from '#web/time/coalesce.ts';
import { onChanges, teamNews, usePolling } from './live-updates.ts';

/** Milliseconds in which a rush of changes causes one request. */
const TOGETHER_MS = 150;
/** The pause before the next request is this many times the duration of the last one. */
const REST_BY_DURATION = 3;
const LONGEST_REST_MS = 5000;
/** Milliseconds. A change of the settings concerns thousands of employees: their requests are spread over this time. */
const SPREAD_MS = 4000;

/** Tells whether a change may affect the view; must be a stable function. 'team': any news of a lead's people. */
type Concerns<View> = ((change: LiveChange, view: View) => boolean) | 'team';

type FetchOptions<Name extends RouteName> = Omit<
  UseQueryOptions<OutputOf<Name>, FailedCall>,
  'queryKey' | 'queryFn' | 'select' | 'initialData'
>;

interface Options<Name extends RouteName> extends FetchOptions<Name> {
  readonly input?: InputOf<Name>;
  readonly togetherMs?: number;
}

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

/** Fetches data that no live change affects. */
export const useFetched = <Name extends RouteName>(
  name: Name,
  input?: InputOf<Name>,
  options?: FetchOptions<Name>,
): UseQueryResult<OutputOf<Name>, FailedCall> =>
  useQuery<OutputOf<Name>, FailedCall>({
    queryKey: input === undefined ? [name] : [name, input],
    queryFn: ({ signal }) => fetched(name, input ?? ({} as InputOf<Name>), signal),
    ...options,
  });

export function useAsked<Name extends RouteName>(
  name: Name,
  concerns: Concerns<OutputOf<Name>>,
  { input, togetherMs, ...options }: Options<Name> = {},
): UseQueryResult<OutputOf<Name>, FailedCall> {
  useAskAgain(name, concerns, togetherMs);
  const refetchInterval = usePolling();
  // A hidden view receives no changes, so it is fetched again when it is shown (`gcTime: 0`).
  return useFetched(name, input, { refetchInterval, gcTime: 0, ...options });
}

export function useAskAgain<View>(name: string, concerns: Concerns<View>, togetherMs?: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const again = askingAgain(client, name, togetherMs);
    const isConcerning = (change: LiveChange): boolean =>
      concerns !== 'team' &&
      client
        .getQueryCache()
        .findAll({ queryKey: [name] })
        .some(({ state: { data, fetchStatus } }) =>
          data === undefined ? fetchStatus === 'fetching' : concerns(change, data as View),
        );
    const stops = [
      onChanges((changes) => changes.filter(isConcerning).forEach(again.after), again.soon),
      ...(concerns === 'team' ? [teamNews.subscribe(again.soon)] : []),
      again.stop,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, name, concerns, togetherMs]);
}

/** Refetches the shown views of this name. Several changes at once cause one request. */
export function askingAgain(client: QueryClient, name: string, togetherMs = TOGETHER_MS) {
  const queryKey = [name];
  let restMs = togetherMs;
  const soon = (): void => together.schedule(restMs);
  const together = coalesce(async () => {
    // The running request may answer with data from before the change, so another one follows.
    if (client.isFetching({ queryKey }) > 0) return soon();
    const began = performance.now();
    await client.invalidateQueries({ queryKey });
    const rest = (performance.now() - began) * REST_BY_DURATION;
    restMs = Math.max(togetherMs, Math.min(rest, LONGEST_REST_MS));
  });
  return {
    soon,
    after: ({ userId }: LiveChange): void => {
      const isForAll = userId === null && authState().user?.role !== 'admin';
      setTimeout(soon, isForAll ? Math.random() * SPREAD_MS : 0);
    },
    stop: together.cancel,
  };
}
