import { useQueryClient } from '@tanstack/react-query';
import type { LiveChange } from '#contract/monitoring/live';
import { useLiveQuery } from '#web/live/use-live-query.ts';

/** Leave also depends on `settings` (schedules, leave kinds), the allowance and closed periods. */
const concerns = ({ kind, correction, period, settings }: LiveChange): boolean =>
  Boolean(correction?.leave || period || settings) || kind === 'leave_granted';

/** Reads a person's leave; without an id, the leave of the signed-in person. */
export const useLeave = (userId?: string) => useLiveQuery('leave', concerns, { input: { userId } });

/** Refetches after the user's own change: the answer may arrive before the live change. */
export function useReloadLeave(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['leave'] });
}
