import { Coffee } from 'lucide-react';
import { memo } from 'react';
import { formatDate, formatTime } from '#domain/format';
import { formatStartAndEnd } from '#domain/repeated-time';
import type { Minutes } from '#domain/time';
import { isSetAside, SET_ASIDE, type TimeEntry } from '#domain/time-entry';
import { breakMinutes, workedMinutes } from '#domain/worked-time';
import { weekdayOf } from '#domain/workplace-day';
import { ServerSaw } from '#web/frame/server-saw.tsx';
import { LiveText } from '#web/time/use-now.tsx';
import { classes } from '#web/ui/classes.ts';
import { Cell, Row, Table } from '#web/ui/table.tsx';
import { OtherDate } from '#web/time/other-date.tsx';
import { workedTotal, type TimesheetDay } from './timesheet-view.ts';
import { weekdayName } from '#web/time/weekday.ts';

const COLUMNS = ['Date', 'Clock In', 'Clock Out', 'Breaks', 'Notes and IP', 'Worked', 'Day Total'] as const;

/**
 * One row an entry; the first of a day carries its date and total. On a phone a row is a small card of its
 * own.
 */
interface TimesheetTableProps {
  days: readonly TimesheetDay[];
  zone: string;
  /** Writes a duration. */
  format: (minutes: Minutes) => string;
}

export const TimesheetTable = memo(function TimesheetTable({ days, zone, format }: TimesheetTableProps) {
  return (
    <div className="sm:px-2">
      <Table caption="My timesheet" columns={COLUMNS}>
        {days.flatMap((day) =>
          day.entries.map((entry, index) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              day={index === 0 ? day : null}
              zone={zone}
              format={format}
            />
          )),
        )}
      </Table>
    </div>
  );
});

/** `day` is null for the further entries of a day. */
const EntryRow = memo(function EntryRow({
  entry,
  day,
  zone,
  format,
}: Omit<TimesheetTableProps, 'days'> & {
  entry: TimeEntry;
  day: TimesheetDay | null;
}) {
  const isFirst = day !== null;
  const [clockIn, clockOut] = formatStartAndEnd(entry.clockIn, entry.clockOut ?? entry.clockIn, zone);
  return (
    <Row className="align-top">
      <Cell
        className={classes(
          'tabular-nums max-sm:order-1 max-sm:basis-[calc(100%-7.25rem)] lg:whitespace-nowrap',
          isFirst ? 'font-semibold' : 'max-sm:sr-only sm:text-transparent',
        )}
      >
        {day && <span className="text-muted sm:max-lg:block">{weekdayName(weekdayOf(day.day))} </span>}
        {formatDate(day?.day ?? entry.clockIn, zone)}
      </Cell>
      <Cell className="tabular-nums max-sm:order-4">{clockIn}</Cell>
      <Cell className="tabular-nums max-sm:order-4 max-sm:grow max-sm:before:text-muted max-sm:before:content-['-_']">
        {isSetAside(entry) ? (
          <span className="font-semibold text-warning">{SET_ASIDE}</span>
        ) : entry.clockOut === null ? (
          <span className="font-semibold text-success">Still clocked in</span>
        ) : (
          <>
            {clockOut}
            <OtherDate of={entry.clockOut} than={entry.clockIn} zone={zone} />
          </>
        )}
      </Cell>
      <Cell
        className={classes(
          'tabular-nums max-sm:order-6 max-sm:basis-full',
          entry.breaks.length === 0 && 'max-sm:sr-only',
        )}
      >
        {entry.breaks.length === 0 ? (
          <span className="text-muted">-</span>
        ) : (
          <Breaks entry={entry} zone={zone} format={format} />
        )}
      </Cell>
      <Cell className="max-sm:order-7 max-sm:basis-full sm:min-w-24 sm:max-w-96">
        {entry.notes !== '' && <p className="wrap-anywhere whitespace-pre-line">{entry.notes}</p>}
        <p className="text-xs leading-5 wrap-anywhere text-muted">IP: {entry.ipAddress}</p>
        <ServerSaw entry={entry} />
      </Cell>
      <Cell
        className={classes(
          'tabular-nums max-sm:order-5 max-sm:text-muted lg:whitespace-nowrap',
          day?.entries.length === 1 && 'max-sm:sr-only',
        )}
      >
        <LiveText of={(now) => format(workedMinutes(entry, now))} />
      </Cell>
      <Cell
        className={classes(
          'font-semibold tabular-nums whitespace-nowrap max-sm:order-2 max-sm:basis-26 max-sm:text-right',
          !isFirst && 'max-sm:hidden',
        )}
      >
        {day && (
          <>
            <span className="sr-only sm:hidden">Total </span>
            <LiveText of={(now) => format(workedTotal(day.entries, now))} />
          </>
        )}
      </Cell>
    </Row>
  );
});

const Breaks = ({ entry, zone, format }: Omit<TimesheetTableProps, 'days'> & { entry: TimeEntry }) => (
  <ul aria-label="Breaks" className="flex flex-col gap-0.5 max-sm:text-muted">
    {entry.breaks.map((pause) => (
      <li key={pause.start} className="flex flex-wrap items-center gap-x-2">
        <Coffee aria-hidden size={14} className="text-muted sm:hidden" />
        <span className="lg:whitespace-nowrap">
          {pause.end === null
            ? `${formatTime(pause.start, zone)} - In progress`
            : formatStartAndEnd(pause.start, pause.end, zone).join(' - ')}
        </span>
        <span className="text-muted">
          <LiveText of={(now) => format(breakMinutes(pause, now))} />
        </span>
      </li>
    ))}
  </ul>
);
