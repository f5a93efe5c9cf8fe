import { useQueryClient } from '@tanstack/react-query';
import type { LiveChange } from '#contract/live';
import '#web/session/later-addresses.ts';
import { useAsked } from '#web/live/use-asked.ts';

/** Allowances, schedules and kinds change it, too. */
const concerns = ({ kind, correction, settings }: LiveChange): boolean =>
  Boolean(correction?.leave || settings) || kind === 'leave_granted';

/** Somebody's leave; one's own without an id. */
export const useLeave = (userId?: string) => useAsked('leave', concerns, { input: { userId } });

/** After a change of one's own, which may arrive before its live change. */
export function useReloadLeave(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['leave'] });
}
