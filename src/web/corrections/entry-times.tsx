/** How every screen shows an entry's times: struck through when removed, 'End missing' when it has no end. */
import { say } from '#texts/say';
import { Coffee, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CorrectedRow } from '#contract/corrections/rows';
import {
  type Break,
  breakMinutes,
  endMissingText,
  isEndMissing,
  isExtendedBreak,
  isRunning,
} from '#domain/entry/time-entry';
import { dateIfDifferent } from '#domain/time/format';
import { formatStartAndEnd } from '#domain/time/repeated-time';
import type { Minutes } from '#domain/time/units';
import { LiveText, useNow } from '#web/time/use-now.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/classes.ts';
import { breakText } from './span-text.ts';

interface EntryProps {
  row: Pick<CorrectedRow, 'kind' | 'entry' | 'times'>;
  zone: string;
}

const Struck = ({ row, children }: { row: EntryProps['row']; children: ReactNode }) =>
  row.kind === 'removed' ? <del>{children}</del> : children;

const timeTexts = ({ row: { times }, zone }: EntryProps) =>
  formatStartAndEnd(times.clockIn, times.clockOut ?? times.clockIn, zone);

export const ClockIn = (entry: EntryProps) => <Struck row={entry.row}>{timeTexts(entry)[0]}</Struck>;

export const LateBadge = () => (
  <Badge tone="warning" icon={<TriangleAlert size={12} />}>
    {say('entry.late')}
  </Badge>
);

/** An entry that counts, or is asked for, can be running: a removed one without an end has none to come. */
export function ClockOut({ running = say('entry.stillIn'), ...shown }: EntryProps & { running?: string }) {
  const { kind, entry, times } = shown.row;
  if (times.clockOut === null) {
    const isOpen = kind !== 'removed' && isRunning(entry ?? times);
    const look = isOpen ? entry && 'text-success' : 'text-warning';
    return (
      <span className={classes('font-semibold whitespace-nowrap', look)}>
        {isOpen ? running : endMissingText()}
      </span>
    );
  }
  const date = dateIfDifferent(times.clockOut, times.clockIn, shown.zone);
  return (
    <Struck row={shown.row}>
      {timeTexts(shown)[1]}
      {date !== null && <span className="text-xs font-normal whitespace-nowrap text-muted"> {date}</span>}
    </Struck>
  );
}

interface EntryTimesProps extends EntryProps {
  isLate?: boolean;
  /** Mark of the corrections, and what else belongs to the entry. */
  children?: ReactNode;
  className?: string;
}

/** '08:58 - 17:03' in one line. */
export const EntryTimes = ({ isLate = false, children, className, ...entry }: EntryTimesProps) => (
  <div className={classes('flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums', className)}>
    <span>
      <span className="sr-only">{say('entry.spokenClockIn')} </span>
      <ClockIn {...entry} /> - <span className="sr-only">{say('entry.spokenClockOut')} </span>
      <ClockOut {...entry} running={say('entry.now')} />
    </span>
    {isLate && <LateBadge />}
    {children}
  </div>
);

interface BreaksProps extends EntryProps {
  format: (minutes: Minutes) => string;
}

export const EntryBreaks = ({ row, ...rest }: BreaksProps) =>
  row.times.breaks.length > 0 && (
    <ul aria-label={say('entry.breaks')} className="grid gap-0.5 text-muted tabular-nums">
      {row.times.breaks.map((pause) => (
        <BreakItem
          key={pause.start}
          pause={pause}
          isLeftOpen={row.entry === null || isEndMissing(row.entry)}
          {...rest}
        />
      ))}
    </ul>
  );

interface BreakItemProps extends Omit<BreaksProps, 'row'> {
  pause: Break;
  isLeftOpen: boolean;
}

function BreakItem({ pause, isLeftOpen, zone, format }: BreakItemProps) {
  const isUnknown = isLeftOpen && pause.end === null;
  const isExtended = useNow((now) => !isUnknown && isExtendedBreak(pause, now));
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <Coffee size={14} className="shrink-0" />
      {breakText(pause, zone, isLeftOpen ? endMissingText() : say('entry.breakInProgress'))}
      {isExtended && <Badge tone="warning">{say('entry.extendedBreak')}</Badge>}
      {!isUnknown && (
        <span className="ms-auto">
          <LiveText of={(now) => format(breakMinutes(pause, now))} />
        </span>
      )}
    </li>
  );
}
