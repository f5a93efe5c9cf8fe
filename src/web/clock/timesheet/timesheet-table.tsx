import { say } from '#texts/say';
import { memo, type ReactNode } from 'react';
import type { ClosedPeriods } from '#contract/corrections/corrections';
import { formatDate } from '#domain/time/format';
import type { Day, Minutes } from '#domain/time/units';
import type { DayBar as Bar, TimeAxis } from '#domain/day/day-bar';
import { workedMinutes } from '#domain/entry/time-entry';
import type { CorrectedRow } from '#contract/corrections/rows';
import { EntryPlace } from '#web/frame/seconds.tsx';
import { LiveText } from '#web/time/use-now.tsx';
import { classes } from '#web/ui/classes.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Cell, Row, Table } from '#web/ui/table.tsx';
import { CorrectButton, Lockable } from '#web/corrections/correct.tsx';
import { ClockIn, ClockOut, EntryBreaks, LateBadge } from '#web/corrections/entry-times.tsx';
import { WorkedOnLeave } from '#web/leave/worked-on-leave.tsx';
import { MyCorrectionMark } from '#web/corrections/use-correcting.tsx';
import { DayBar } from '#web/timeline/day-bar.tsx';
import { Balance } from '#web/timeline/figures.tsx';
import { useBars } from '#web/timeline/use-bars.ts';
import { workedTotal, type TimesheetDay } from './timesheet-view.ts';
import type { TimesheetData } from './use-timesheet.ts';
import { useLanguage } from '#web/browser/language.ts';
import { weekdayNameOf } from '#domain/time/weekday';

/** 'Day' is the bar, which only paper has in this table. */
const COLUMNS = [
  'field.date',
  'field.day',
  'entry.clockIn',
  'entry.clockOut',
  'entry.breaks',
  'field.notes',
  'entry.worked',
  'entry.dayTotal',
] as const;

/** Only the first row of a day shows the day's date and total. On a phone each row is a card. */
export interface TimesheetTableProps {
  sheet: TimesheetData;
  format: (minutes: Minutes) => string;
  /** Earliest correctable day. */
  earliest: Day;
  onCorrect: (day: Day, entryId: string) => void;
  onAdd: (day: Day) => void;
}

export const TimesheetTable = memo(function TimesheetTable({ sheet, onAdd, ...rest }: TimesheetTableProps) {
  useLanguage();
  const { days, zone, closed } = sheet;
  const { bars, axis } = useBars(sheet.bars);
  const barOf = (name: Day) => bars.find(({ day }) => day.day === name);
  const usualAddress = usualIpAddressOf(days.flatMap(({ entries }) => entries));
  return (
    <div className="sm:px-2 sm:[&_th:nth-child(2)]:hidden print:[&_td]:py-0.5! print:[&_th:nth-child(2)]:table-cell">
      <Table caption={say('timesheet.title')} columns={COLUMNS.map((key) => say(key))}>
        {days.flatMap((day) =>
          day.rows.length === 0 ? (
            <Row key={day.day}>
              <DateCell day={day.day} zone={zone} isFirst />
              <BarCell bar={barOf(day.day)} axis={axis} zone={zone} />
              <Cell colSpan={5} align="left" className="text-muted max-sm:order-4 max-sm:basis-full">
                {day.note ?? say('timesheet.noEntry')}{' '}
                <Lockable of={[day.day, closed, rest.earliest, zone]}>
                  <Button
                    size="inline"
                    look="quiet"
                    className="-my-3"
                    aria-label={say('timesheet.addOn', { day: formatDate(day.day, zone) })}
                    onClick={() => onAdd(day.day)}
                  >
                    {say('common.add')}
                  </Button>
                </Lockable>
              </Cell>
              <TotalCell bar={barOf(day.day)} />
            </Row>
          ) : (
            day.rows.map((row, index) => (
              <EntryRow
                key={row.id}
                row={row}
                of={day.day}
                day={index === 0 ? day : null}
                isLate={row.id === day.lateEntryId}
                bar={index === 0 ? barOf(day.day) : undefined}
                axis={axis}
                usualAddress={usualAddress}
                zone={zone}
                closed={closed}
                {...rest}
              />
            ))
          ),
        )}
      </Table>
    </div>
  );
});

function usualIpAddressOf(entries: TimesheetDay['entries']): string | undefined {
  const addresses = entries.map(({ ipAddress }) => ipAddress);
  const timesOf = (address: string) => addresses.filter((one) => one === address).length;
  return addresses.toSorted((one, other) => timesOf(other) - timesOf(one))[0];
}

interface EntryRowProps extends Omit<TimesheetTableProps, 'sheet' | 'onAdd'> {
  zone: string;
  closed: ClosedPeriods;
  /** Undefined except for the first row of a day. */
  bar: Bar | undefined;
  axis: TimeAxis;
  row: CorrectedRow;
  of: Day;
  /** Null except for the first row of a day. */
  day: TimesheetDay | null;
  isLate: boolean;
  /** The usual IP address. A row shows its address only if it differs. */
  usualAddress: string | undefined;
}

const EntryRow = memo(function EntryRow({
  row,
  of,
  day,
  bar,
  axis,
  isLate,
  zone,
  format,
  earliest,
  usualAddress,
  closed,
  onCorrect,
}: EntryRowProps) {
  useLanguage();
  const { entry, times } = row;
  const isFirst = day !== null;
  return (
    <Row className={classes('align-top max-sm:relative', !entry && 'text-muted')}>
      <DateCell day={of} zone={zone} isFirst={isFirst} />
      <BarCell bar={bar} axis={axis} zone={zone} />
      <Cell className="tabular-nums max-sm:order-4">
        <ClockIn row={row} zone={zone} /> {isLate && <LateBadge />}
        {day?.note !== undefined && <Badge>{day.note}</Badge>}
      </Cell>
      <Cell className="tabular-nums max-sm:order-4 max-sm:-ms-2 max-sm:grow lg:whitespace-nowrap max-sm:before:text-muted max-sm:before:content-['-_']">
        <ClockOut row={row} zone={zone} />{' '}
        {entry && (
          <span className="print:hidden">
            <Lockable of={[of, closed, earliest, zone]}>
              <CorrectButton entry={entry} zone={zone} isWholeRow onCorrect={() => onCorrect(of, entry.id)} />
            </Lockable>
          </span>
        )}
        {row.corrections.length > 0 && (
          <span className="ms-2 lg:ms-0 lg:block">
            <MyCorrectionMark corrections={row.corrections} closed={closed} zone={zone} />
          </span>
        )}
      </Cell>
      <Cell
        className={classes(
          'tabular-nums whitespace-nowrap max-sm:order-6 max-sm:basis-full sm:[&_li]:flex-nowrap sm:[&_svg]:hidden',
          times.breaks.length === 0 && 'max-sm:sr-only',
        )}
      >
        {times.breaks.length === 0 ? (
          <span className="text-muted">-</span>
        ) : (
          <EntryBreaks row={row} zone={zone} format={format} />
        )}
      </Cell>
      <Cell className="max-sm:order-7 max-sm:basis-full max-sm:empty:hidden sm:min-w-24 sm:max-w-96">
        {day?.leave && <WorkedOnLeave {...day.leave} entries={day.entries} />}
        {entry ? (
          <>
            {entry.notes !== '' && <p className="wrap-anywhere whitespace-pre-line">{entry.notes}</p>}
            {entry.ipAddress !== usualAddress && (
              <p className="text-xs leading-5 wrap-anywhere text-muted">
                {say('entry.ipAddress', { address: entry.ipAddress })}
              </p>
            )}
            <EntryPlace entry={entry} />
          </>
        ) : (
          <p className="text-xs leading-5">
            {row.kind === 'removed' ? say('entry.removed') : say('entry.missed')}
          </p>
        )}
      </Cell>
      <Cell
        className={classes(
          'tabular-nums whitespace-nowrap max-sm:order-5 max-sm:text-muted',
          day?.rows.length === 1 && 'max-sm:sr-only sm:text-transparent',
        )}
      >
        {entry ? <LiveText of={(now) => format(workedMinutes(entry, now))} /> : '-'}
      </Cell>
      <TotalCell bar={bar}>
        {day && <LiveText of={(now) => format(workedTotal(day.entries, now))} />}
      </TotalCell>
    </Row>
  );
});

interface BarCellProps {
  bar: Bar | undefined;
  axis: TimeAxis;
  zone: string;
}

/** On a phone below the date, on paper in the row; a wider screen has the bars above the table. Hidden from screen readers, since the row says the same. */
const BarCell = ({ bar, ...rest }: BarCellProps) => (
  <Cell className="max-sm:order-3 max-sm:basis-full max-sm:empty:hidden sm:hidden print:table-cell print:min-w-28">
    {bar && (
      <div aria-hidden>
        <DayBar bar={bar} {...rest} size="cell" />
      </div>
    )}
  </Cell>
);

/** Total of the day, and what it is more or less than the target. */
const TotalCell = ({ bar, children }: { bar: Bar | undefined; children?: ReactNode }) => (
  <Cell
    className={classes(
      'font-semibold text-ink tabular-nums whitespace-nowrap max-sm:order-2 max-sm:grow max-sm:text-end',
      !bar && 'max-sm:hidden',
    )}
  >
    {children && <span className="sr-only sm:hidden">{say('common.total')} </span>}
    {children}
    {bar && (
      <span className="sm:hidden print:inline">
        <Balance of={bar} />
      </span>
    )}
  </Cell>
);

/** Only the first row of a day shows the date. In the other rows only screen readers read the date. */
const DateCell = ({ day, zone, isFirst }: { day: Day; zone: string; isFirst: boolean }) => (
  <Cell
    className={classes(
      'tabular-nums max-sm:order-1 lg:whitespace-nowrap print:whitespace-nowrap',
      isFirst ? 'font-semibold text-ink' : 'max-sm:sr-only sm:text-transparent',
    )}
  >
    {isFirst && <span className="text-muted sm:max-lg:block print:inline">{weekdayNameOf(day)} </span>}
    {formatDate(day, zone)}
  </Cell>
);
