import { say } from '#texts/say';
import type { WorkSettings } from '#domain/settings/settings';
import { formatMinute } from '#domain/time/format';
import { requireMinuteOfDay, type TimeText } from '#domain/time/units';
import { onDemand } from '#web/ui/on-demand.tsx';

export const formatTimeText = (time: TimeText): string => formatMinute(requireMinuteOfDay(time));

/** Shown in place of a schedule name for people without one: 'Standard hours (09:00-17:00)'. */
export const standardHoursText = ({ workStartTime, workEndTime }: WorkSettings): string =>
  say('schedule.standardSpan', { start: formatTimeText(workStartTime), end: formatTimeText(workEndTime) });

export const AssignDialog = onDemand(() => import('./assign-dialog.tsx'));
