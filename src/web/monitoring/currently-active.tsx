import { useLanguage } from '#web/browser/language.ts';
import { say, sayNumber } from '#texts/say';
import { Coffee, MapPin, UserCheck } from 'lucide-react';
import { memo, useId, useState, type ComponentProps, type ReactNode } from 'react';
import { initials } from '#domain/people/employee';
import { formatDate, formatTime } from '#domain/time/format';
import { isInexactLocation } from '#domain/entry/location';
import type { MonitoringRow } from '#domain/day/monitoring';
import { endMissingText, openBreak } from '#domain/entry/time-entry';
import { isWithin, type WorkplaceDay } from '#domain/time/workplace-day';
import { PersonLink } from '#web/frame/person-name.tsx';
import { EntryPlace } from '#web/frame/seconds.tsx';
import { EntryWorkedTime, ShortNotes } from '#web/people/session-facts.tsx';
import { InviteButton } from '#web/people/invite.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { useFrozenOrder, NewRowsButton, type OrderFreeze } from '#web/ui/frozen-order.tsx';
import { boardRow } from './board.ts';
import type { Monitor } from './use-monitor.ts';

const INITIAL_ROW_COUNT = 4;
const SHOW_MORE_COUNT = 40;

export interface RailListProps {
  monitor: Monitor;
  isPaused: boolean;
  /** Freezes the order of all lists in this column together, since a new row in one list moves the lists below. */
  freeze: OrderFreeze;
}

/** Lists people at work, longest session first: a new clock-in comes last and moves no row (spec §2). */
export function CurrentlyActive({ monitor: { board, zone, today }, isPaused, freeze }: RailListProps) {
  const [shownCount, setShownCount] = useState(INITIAL_ROW_COUNT);
  const { ids, waiting } = useFrozenOrder(
    board.active.map(({ person }) => person.id),
    freeze.isFrozen,
  );
  const more = Math.min(SHOW_MORE_COUNT, ids.length - shownCount);
  return (
    <RailCard
      title={say('active.title')}
      aside={
        <NewRowsButton waiting={waiting} isPaused={isPaused} onShow={freeze.release}>
          <Badge tone="success">{sayNumber(board.heads.clockedIn)}</Badge>
        </NewRowsButton>
      }
      empty={{
        icon: <UserCheck size={32} />,
        title: say('active.none'),
        children: say('active.noneText'),
      }}
      hasPeople={board.listed.length > 0}
      rows={ids
        .slice(0, shownCount)
        .flatMap((id) => boardRow(board, id) ?? [])
        .map((row) => (
          <ActivePersonRow key={row.person.id} row={row} zone={zone} today={today} />
        ))}
    >
      {ids.length > INITIAL_ROW_COUNT && (
        <div className="flex justify-center gap-2 border-t border-line p-1">
          {more > 0 && (
            <Button size="small" look="quiet" onClick={() => setShownCount(shownCount + SHOW_MORE_COUNT)}>
              {say('common.showMore', { count: more })}
            </Button>
          )}
          {shownCount > INITIAL_ROW_COUNT && (
            <Button size="small" look="quiet" onClick={() => setShownCount(INITIAL_ROW_COUNT)}>
              {say('common.showFewer')}
            </Button>
          )}
        </div>
      )}
    </RailCard>
  );
}

interface RailCardProps {
  title: string;
  aside: ReactNode;
  empty: ComponentProps<typeof Empty>;
  hasPeople: boolean;
  rows: readonly ReactNode[];
  children: ReactNode;
}

/** A card in the narrow column next to the board: a title and a list of people or notifications. */
export function RailCard({ title, aside, empty, hasPeople, rows, children }: RailCardProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="overflow-hidden">
      <div className="flex min-h-12 flex-col justify-center px-4 pointer-coarse:min-h-14">
        <CardTitle id={id} aside={aside}>
          {title}
        </CardTitle>
      </div>
      {rows.length === 0 ? (
        <Empty {...empty} {...(!hasPeople && { action: <InviteButton /> })} />
      ) : (
        <ul className="@container divide-y divide-line border-t border-line" aria-labelledby={id}>
          {rows}
        </ul>
      )}
      {children}
    </Card>
  );
}

type ActivePersonRowProps = { row: MonitoringRow; zone: string; today: WorkplaceDay };

/** A person who clocked out stays in the list while it is frozen. */
const ActivePersonRow = memo(function Person({ row, zone, today }: ActivePersonRowProps) {
  useLanguage();
  const { person, entry, leftOpen } = row;
  if (!entry)
    return (
      <li className="flex items-center gap-2.5 px-4 py-2 text-muted">
        <Avatar letters={initials(person.name)} of={person.id} />
        <span className="text-sm font-semibold wrap-anywhere">
          <PersonLink person={person} hasLargeTapArea />
        </span>
        <span className="text-sm">{leftOpen === null ? say('active.hasLeft') : endMissingText()}</span>
      </li>
    );
  return (
    <li className="flex gap-2.5 px-4 py-2">
      <Avatar letters={initials(person.name)} of={person.id} />
      <div className="min-w-0 grow">
        <p className="flex items-start justify-between gap-2 text-sm font-semibold">
          <span className="min-w-0 wrap-anywhere">
            <PersonLink person={person} hasLargeTapArea />
          </span>
          <span className="flex shrink-0 items-center gap-2">
            {openBreak(entry) && (
              <span className="flex items-center gap-1 text-xs text-warning">
                <Coffee size={12} />
                {say('active.onBreak')}
              </span>
            )}
            <EntryWorkedTime entry={entry} />
          </span>
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-muted">
          <span className="tabular-nums">
            {isWithin(entry.clockIn, today)
              ? say('active.since', { time: formatTime(entry.clockIn, zone) })
              : say('active.sinceDay', {
                  time: formatTime(entry.clockIn, zone),
                  date: formatDate(entry.clockIn, zone),
                })}
          </span>
          <span>{say('entry.ipAddress', { address: entry.ipAddress })}</span>
          <EntryPlace entry={entry} />
          {entry.location !== null && (
            <span className="flex items-center gap-1">
              <MapPin size={12} />
              {isInexactLocation(entry) ? say('active.inexactLocation') : say('active.location')}
            </span>
          )}
        </p>
        <ShortNotes of={person.name}>{entry.notes}</ShortNotes>
      </div>
    </li>
  );
});
