/** The workplace's studios: fetched when they are first needed, and again when somebody has saved them. */
import { useMemo } from 'react';
import type { LiveChange } from '#contract/live';
import { offered, type OfferedStudio } from '#domain/people/studios';
import { useAsked } from '#web/live/use-asked.ts';

export const STUDIOS_KEY = ['studios'];

/** People who come and go change who is where. */
const concerns = ({ kind, user }: LiveChange): boolean => kind === 'studios_updated' || user !== undefined;

export const useStudios = () => useAsked('studios', concerns);

/** What can be chosen for somebody; nothing until it is known. */
export function useOfferedStudios(): readonly OfferedStudio[] {
  const { data } = useStudios();
  return useMemo(() => offered(data?.studios ?? []), [data]);
}
