import type { LiveChange } from '#contract/live';
import type { SetUp } from '#contract/set-up';
import { useAsked } from '#web/live/use-asked.ts';

const concerns = ({ settings }: LiveChange): boolean => settings !== undefined;

export const useSetUp = () => useAsked('setUp', concerns);

export const addressOf = ({ publicUrl }: SetUp): string => publicUrl ?? location.origin;

/** Whether other devices can open that address; this machine's own name for itself leads nowhere else. */
export const isReachable = (address: string): boolean =>
  !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

export const joinLink = (setUp: SetUp): string =>
  `${addressOf(setUp)}/#join${setUp.invitation === null ? '' : `/${setUp.invitation}`}`;
