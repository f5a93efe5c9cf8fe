import { say } from '#texts/say';
import type { WorkHistory } from '#domain/expected/work-rule';
import { totalWorkedMs, type TimeEntry } from '#domain/entry/time-entry';
import { workedOnLeave } from '#domain/leave/leave';
import { formatDuration, MS_PER_MINUTE } from '#domain/time/units';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import type { Person } from '#web/frame/person-name.tsx';
import { useNow } from '#web/time/use-now.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LeaveList, leaveActions } from './leave-list.tsx';
import { useLeave } from './use-leave.ts';

interface WorkedOnLeaveProps {
  day: WorkplaceDay;
  entries: readonly TimeEntry[];
  settings: WorkHistory;
  /** The absent person, if an administrator looks. */
  person?: Person;
}

/** Says that work replaced leave, and offers to shorten or cancel the leave where that is still possible. */
export function WorkedOnLeave({ day, entries, settings, person }: WorkedOnLeaveProps) {
  const minutes = useNow((now) =>
    Math.floor(workedOnLeave(day, settings, totalWorkedMs(entries, now) / MS_PER_MINUTE)),
  );
  const { data: view } = useLeave(person?.id);
  if (minutes === 0) return null;
  const { day: on } = day;
  const offered = view?.leave.filter(
    (one) => one.first <= on && on <= one.last && leaveActions(one, view, on).length > 0,
  );
  return (
    // Above the press area of the row on a phone.
    <div className="relative w-fit">
      <Badge tone="warning">{say('leave.workedOn', { duration: formatDuration(minutes) })}</Badge>
      {view && offered && <LeaveList view={view} person={person} leave={offered} day={on} />}
    </div>
  );
}
