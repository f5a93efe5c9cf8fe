import { Coffee, Globe, MapPin, StickyNote, TriangleAlert, UserCheck } from 'lucide-react';
import { memo } from 'react';
import { formatDate, formatTime } from '#domain/format';
import { initials } from '#domain/employee';
import { LONG_SESSION_MINUTES, type MonitoringRow } from '#domain/monitoring';
import { formatDuration } from '#domain/time';
import type { TimeEntry } from '#domain/time-entry';
import { workedMinutes } from '#domain/worked-time';
import { isWithin, type WorkplaceDay } from '#domain/workplace-day';
import { Ticking, useTicking } from '../../../ticking.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import { Empty } from '../../../ui/empty.tsx';

interface CurrentlyActiveProps {
  active: readonly MonitoringRow[];
  zone: string;
  today: WorkplaceDay;
}

/** 'Currently Active', the longest-standing first, so that no newcomer moves the others (spec §2, ui.md 16). */
export const CurrentlyActive = ({ active, zone, today }: CurrentlyActiveProps) => (
  <Card aria-labelledby="currently-active" className="overflow-hidden">
    <div className="p-4 pb-3"><CardTitle id="currently-active" aside={<Badge>{active.length}</Badge>}>Currently Active</CardTitle></div>
    {active.length === 0 ? (
      <Empty icon={<UserCheck size={32} />} title="No employees currently clocked in">Whoever clocks in appears here at once.</Empty>
    ) : (
      <ul className="max-h-120 divide-y divide-line overflow-y-auto border-t border-line" tabIndex={0} aria-labelledby="currently-active">
        {active.map(({ userId, name, entry }) => entry && <Person key={userId} name={name} entry={entry} zone={zone} isOfToday={isWithin(entry.clockIn, today)} />)}
      </ul>
    )}
  </Card>
);

const Person = memo(function Person({ name, entry, zone, isOfToday }: { name: string; entry: TimeEntry; zone: string; isOfToday: boolean }) {
  const onBreak = entry.breaks.at(-1)?.end === null;
  return (
    <li className="flex gap-3 px-4 py-3">
      <Avatar letters={initials(name)} />
      <div className="min-w-0 grow">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
          <span className="tabular-nums">Since {formatTime(entry.clockIn, zone)}{!isOfToday && <span className="text-warning">, {formatDate(entry.clockIn, zone)}</span>}</span>
          <span className="flex items-center gap-1"><Globe aria-hidden size={14} />IP: {entry.ipAddress}</span>
          {entry.location !== null && <span className="flex items-center gap-1"><MapPin aria-hidden size={14} />Location tracked</span>}
          {onBreak && <span className="flex items-center gap-1 font-semibold text-warning"><Coffee aria-hidden size={14} />On Break</span>}
        </p>
        {entry.notes !== '' && <p className="mt-1 flex gap-1 text-sm text-muted"><StickyNote aria-hidden size={14} className="mt-0.5 shrink-0" /><span className="line-clamp-2 min-w-0 wrap-anywhere">{entry.notes}</span></p>}
      </div>
      <Duration entry={entry} />
    </li>
  );
});

/** Red with a warning sign beyond 480 minutes (spec §2). */
function Duration({ entry }: { entry: TimeEntry }) {
  const isLong = useTicking((now) => workedMinutes(entry, now) > LONG_SESSION_MINUTES);
  return (
    <p className={classes('flex shrink-0 items-center gap-1 self-start font-semibold tabular-nums', isLong && 'text-danger')}>
      {isLong && <TriangleAlert aria-label="Long session" size={16} />}
      <Ticking of={(now) => formatDuration(workedMinutes(entry, now))} />
    </p>
  );
}
