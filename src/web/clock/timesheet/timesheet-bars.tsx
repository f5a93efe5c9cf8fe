import { say } from '#texts/say';
import { memo, type ReactNode } from 'react';
import { barTotals } from '#domain/day/day-bar';
import { balanceText } from '#domain/day/day-bar-text';
import { endMissingText, isEndMissing } from '#domain/entry/time-entry';
import { weekdayName } from '#domain/time/weekday';
import { formatDuration, type Day } from '#domain/time/units';
import { usePreference } from '#web/browser/preferences.ts';
import { lockReason, type LockInput } from '#web/corrections/correct.tsx';
import { MyCorrectionMark } from '#web/corrections/use-correcting.tsx';
import { AxisHours, AxisScope } from '#web/timeline/axis.tsx';
import { DayBar } from '#web/timeline/day-bar.tsx';
import { BarFigures } from '#web/timeline/figures.tsx';
import type { BarEdit } from '#web/timeline/handles.tsx';
import { useBars } from '#web/timeline/use-bars.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { usePhone } from '#web/ui/use-phone.ts';
import { TimesheetTable, type TimesheetTableProps } from './timesheet-table.tsx';
import type { TimesheetDay } from './timesheet-view.ts';
import { useLanguage } from '#web/browser/language.ts';
import type { TimesheetData } from './use-timesheet.ts';

interface TimesheetBarsProps extends Pick<
  TimesheetTableProps,
  'sheet' | 'earliest' | 'format' | 'onCorrect' | 'onAdd'
> {
  today: Day;
  onMove: BarEdit['onMove'];
}

interface TimesheetDaysProps extends TimesheetBarsProps {
  /** Shown below the days. */
  children?: ReactNode;
}

/** The days as bars, and as a table on request. On a phone each day is a card with its bar. */
export function TimesheetDays({ children, ...rest }: TimesheetDaysProps) {
  const isPhone = usePhone();
  const [table, setTable] = usePreference('timesheet-table');
  const isTableOpen = table === 'open';
  return (
    <>
      {!isPhone && (
        <>
          <TimesheetBars {...rest} />
          <Button
            look="quiet"
            size="inline"
            className="mx-3 mb-2 print:hidden"
            aria-expanded={isTableOpen}
            onClick={() => setTable(isTableOpen ? '' : 'open')}
          >
            {isTableOpen ? say('timesheet.hideTable') : say('chart.asTable')}
          </Button>
        </>
      )}
      <div className={isPhone || isTableOpen ? '' : 'hidden print:block'}>
        <TimesheetTable {...rest} />
      </div>
      {children}
    </>
  );
}

const ROW_CLASS =
  'grid grid-cols-[3.75rem_minmax(0,1fr)_minmax(8.5rem,auto)] items-center gap-x-3 px-4 sm:px-6';

/** A bar for each day. A press corrects the day, or adds its missed entry. */
const TimesheetBars = memo(function TimesheetBars({ sheet, today, ...rest }: TimesheetBarsProps) {
  useLanguage();
  const { earliest, format, onCorrect, onAdd, onMove } = rest;
  const { bars, axis } = useBars(sheet.bars);
  const edit: BarEdit = { onMove };
  const isMonth = bars.length > 7;
  const now = bars.find(({ day }) => day.day === today);
  return (
    <div className="border-t border-line py-2 print:hidden">
      <div className={ROW_CLASS}>
        <span className="col-start-2">
          <AxisHours axis={axis} />
        </span>
      </div>
      <AxisScope axis={axis} today={now?.day}>
        <ul aria-label={say('timesheet.days')} className="text-sm">
          {bars.map((bar) => {
            const { day, weekday } = bar.day;
            const choice: LockInput = [day, sheet.closed, earliest, sheet.zone, today];
            const isFuture = day > today;
            const isLocked = !isFuture && lockReason(choice) !== null;
            const isOpen = !isFuture && !isLocked;
            const [first] = bar.entries;
            return (
              <li
                key={day}
                className={classes(ROW_CLASS, isMonth ? 'py-0.5' : 'py-1', day === today && 'bg-accent-soft')}
              >
                <p className="flex gap-1.5 whitespace-nowrap tabular-nums">
                  <span className="w-8 text-muted">{weekdayName(weekday)}</span>
                  <span className={classes(day === today && 'font-semibold text-accent-strong')}>
                    {Number(day.slice(8))}
                  </span>
                </p>
                <DayBar
                  bar={bar}
                  axis={axis}
                  zone={sheet.zone}
                  isToday={day === today}
                  isLocked={isLocked}
                  edit={isOpen ? edit : undefined}
                  onOpen={isOpen ? () => (first ? onCorrect(day, first.id) : onAdd(day)) : undefined}
                />
                <BarFigures bar={bar} format={format} />
                <Marks of={sheet.days.find((one) => one.day === day)} sheet={sheet} />
              </li>
            );
          })}
        </ul>
      </AxisScope>
    </div>
  );
});

/** Corrections and ends that are missing, below the bar. */
function Marks({ of, sheet }: { of: TimesheetDay | undefined; sheet: TimesheetData }) {
  const rows = of?.rows.filter(({ corrections }) => corrections.length > 0) ?? [];
  const isOpen = of?.entries.some(isEndMissing) === true;
  if (rows.length === 0 && !isOpen) return null;
  return (
    <p className="col-start-2 flex flex-wrap gap-x-2 py-0.5">
      {isOpen && <Badge tone="warning">{endMissingText()}</Badge>}
      {rows.map(({ id, corrections }) => (
        <MyCorrectionMark key={id} corrections={corrections} closed={sheet.closed} zone={sheet.zone} />
      ))}
    </p>
  );
}

const useTotals = ({ bars }: TimesheetData) => barTotals(useBars(bars).bars);

export const DueOf = ({ sheet }: { sheet: TimesheetData }) => (
  <span className="text-sm font-normal text-muted">
    {' '}
    {say('timesheet.ofDue', { duration: formatDuration(useTotals(sheet).dueMinutes) })}
  </span>
);

export const BalanceOf = ({ sheet }: { sheet: TimesheetData }) => (
  <bdi dir="ltr">{balanceText(useTotals(sheet))}</bdi>
);
