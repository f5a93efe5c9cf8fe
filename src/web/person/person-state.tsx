import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/records';
import { formatDate, formatTime } from '#domain/time/format';
import { isInexactLocation, coordinatesText } from '#domain/entry/location';
import { todayMinutes, type MonitoringRow } from '#domain/day/monitoring';
import { formatStartAndEnd } from '#domain/time/repeated-time';
import { formatDuration } from '#domain/time/units';
import { DAY_OFF_LABEL } from '#domain/day/monitoring';
import {
  endMissingText,
  openBreak,
  type TimeEntry,
  type WorkStatus,
  breakMinutes,
  workedMinutes,
} from '#domain/entry/time-entry';
import { isWithin } from '#domain/time/workplace-day';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { PunchFacts, EntryWorkedTime, StatusBadge } from '#web/people/session-facts.tsx';
import { LiveText } from '#web/time/use-now.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import type { ShownPerson } from '#web/people/use-person.ts';

const CloseEntryDialog = onDemand(() => import('#web/clock/close-entry-dialog.tsx'));

export function PersonState({ shown }: { shown: ShownPerson }) {
  const { state, entries } = shown;
  // Keeps showing an entry after it was closed, so that nothing below moves.
  const [seen, setSeen] = useState<TimeEntry | null>(null);
  const open = state.forgottenEntry;
  const present = open ?? entries.find(({ id }) => id === seen?.id);
  if (present && present !== seen) setSeen(present);
  const isSeen = seen !== null && (open !== null || state.entry === null);
  return (
    <>
      {(!isSeen || state.entry !== null) && <CurrentState shown={shown} />}
      {isSeen && <LeftOpenEntry entry={seen} why={open && (state.leftOpen ?? 'earlier-day')} shown={shown} />}
      <LeftOpenEntryDialog shown={shown} />
    </>
  );
}

/** Dialog to close the entry left open. It keeps showing the entry, even if somebody else closes it meanwhile. */
function LeftOpenEntryDialog({ shown: { state, view } }: { shown: ShownPerson }) {
  const isOpened = useOpened('close-entry') !== undefined;
  const open = state.forgottenEntry;
  const [opened, setOpened] = useState(open);
  if (open && open.id !== opened?.id) setOpened(open);
  return (
    isOpened &&
    opened && <CloseEntryDialog entry={opened} employee={view.user} onDone={() => closeOver('close-entry')} />
  );
}

function CurrentState({ shown }: { shown: ShownPerson }) {
  const { state, zone } = shown;
  return (
    <section
      aria-label={say('person.now')}
      className={classes('min-h-18 shrink-0 rounded-md border border-transparent p-3', LOOKS[state.status])}
    >
      <div className="flex items-center justify-between gap-2">
        <span className="-ms-2">
          <StatusBadge status={state.status} />
        </span>
        <p className="text-lg font-semibold tabular-nums">
          {state.entry ? (
            <EntryWorkedTime entry={state.entry} />
          ) : (
            state.lastActivity !== null && (
              <LiveText
                of={(now) => say('person.today', { duration: formatDuration(todayMinutes(state, now)) })}
              />
            )
          )}
        </p>
      </div>
      {state.entry ? (
        <RunningEntryFacts entry={state.entry} shown={shown} />
      ) : (
        <p className="text-sm text-muted tabular-nums">
          {state.lastActivity === null
            ? state.dayOff
              ? DAY_OFF_LABEL[state.dayOff]
              : say('board.notInToday')
            : say('person.lastActivity', { time: formatTime(state.lastActivity, zone) })}
          <LateNote state={state} />
        </p>
      )}
    </section>
  );
}

const LOOKS: Readonly<Record<WorkStatus, string>> = {
  'clocked-in': 'bg-success-soft',
  'on-break': 'bg-warning-soft',
  'clocked-out': 'bg-sunken',
};

const LateNote = ({ state: { isMissing, lateMinutes } }: { state: MonitoringRow }) =>
  (isMissing || lateMinutes > 0) && (
    <span className="font-semibold text-warning">
      {' '}
      · {isMissing ? say('board.missing') : say('board.lateBy', { duration: formatDuration(lateMinutes) })}
    </span>
  );

const RunningEntryFacts = ({
  entry,
  shown: { zone, today, state },
}: {
  entry: TimeEntry;
  shown: ShownPerson;
}) => {
  const pause = openBreak(entry);
  return (
    <>
      <p className="text-sm tabular-nums">
        {isWithin(entry.clockIn, today)
          ? say('active.since', { time: formatTime(entry.clockIn, zone) })
          : say('person.since', {
              date: formatDate(entry.clockIn, zone),
              time: formatTime(entry.clockIn, zone),
            })}
        <LateNote state={state} />
        {pause && (
          <span className="text-warning">
            {' '}
            ·{' '}
            {richly('person.onBreakSince', {
              time: formatTime(pause.start, zone),
              duration: <LiveText of={(now) => formatDuration(breakMinutes(pause, now))} />,
            })}
          </span>
        )}
      </p>
      <EntryLocation entry={entry} />
    </>
  );
};

function EntryLocation({ entry }: { entry: TimeEntry }) {
  const tracked = isInexactLocation(entry) ? say('active.inexactLocation') : say('active.location');
  const at = coordinatesText(entry);
  return (
    <div className="mt-1">
      <PunchFacts entry={entry} location={entry.location && (at === null ? tracked : `${tracked}: ${at}`)} />
    </div>
  );
}

interface LeftOpenProps {
  entry: TimeEntry;
  /** Why the entry counts as left open; null once it is closed. */
  why: MonitoringRow['leftOpen'];
  shown: ShownPerson;
}

/** Shows the entry left open. Stays visible after the entry was closed, so that the focused button does not vanish. */
const LeftOpenEntry = ({ entry, why, shown: { zone, view } }: LeftOpenProps) => (
  <section
    aria-label={say('person.openEntry')}
    className={classes(
      'shrink-0 rounded-md border border-s-4 border-transparent p-3',
      why === null ? 'border-s-control bg-sunken' : 'border-s-warning bg-warning-soft',
    )}
  >
    <p className="flex items-center gap-2 font-semibold">
      {why !== null && <TriangleAlert size={18} className="shrink-0 text-warning" />}
      {why === null ? say('person.entryClosed') : endMissingText()}
    </p>
    <p className="mt-1 text-sm tabular-nums">
      {entry.clockOut === null
        ? say('person.since', {
            date: formatDate(entry.clockIn, zone),
            time: formatTime(entry.clockIn, zone),
          })
        : `${formatDate(entry.clockIn, zone)}, ${formatStartAndEnd(entry.clockIn, entry.clockOut, zone).join(' - ')} (${formatDuration(workedMinutes(entry, entry.clockOut))})`}
    </p>
    <p className="text-sm">{reason(why, view.user)}</p>
    <EntryLocation entry={entry} />
    <Button
      size="small"
      className="mt-2 min-w-32"
      isBlocked={why === null}
      onClick={() => openOver('close-entry')}
    >
      {why === null ? say('leftOpen.closed') : say('closeEntry.submit')}
    </Button>
  </section>
);

function reason(why: MonitoringRow['leftOpen'], { isActive }: User): string {
  if (why === null) return say('person.closedHint');
  if (why === 'earlier-day') return say('person.earlierDay');
  return isActive ? say('person.adminNoClock') : say('person.inactiveNoClock');
}
