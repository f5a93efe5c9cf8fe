import type { LiveChange } from '#contract/monitoring/live';
import type { SetUp } from '#contract/installation/set-up';
import { useLiveQuery } from './use-live-query.ts';

/** Any change of a person causes a refetch: the person may have moved to another studio or hub. */
const concernsStudios = ({ kind, user }: LiveChange): boolean =>
  kind === 'studios_updated' || user !== undefined;

export const useStudios = () => useLiveQuery('studios', concernsStudios);

/** Refetches after any change of the settings, since each form sends the version that the change has raised. */
const concernsSettings = ({ settings }: LiveChange): boolean => settings !== undefined;

export const useHolidays = () => useLiveQuery('holidays', concernsSettings);

export const useLeaveSettings = () => useLiveQuery('leaveSettings', concernsSettings);

export const useSchedules = () => useLiveQuery('schedules', concernsSettings);

export const useSettings = () => useLiveQuery('settings', concernsSettings);

export const useSetUp = () => useLiveQuery('setUp', concernsSettings);

export const appAddressOf = ({ publicUrl }: SetUp): string => publicUrl ?? location.origin;

/** False for localhost and loopback addresses, which other devices cannot open. */
export const isReachable = (address: string): boolean =>
  !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

export const joinLink = (setUp: SetUp): string =>
  `${appAddressOf(setUp)}/#join${setUp.invitation === null ? '' : `/${setUp.invitation}`}`;
