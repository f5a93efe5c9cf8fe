import { say, sayNumber, type PlainKey } from '#texts/say';
import { ChevronDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatTime } from '#domain/time/format';
import { formatDuration, type Day, type Minutes } from '#domain/time/units';
import { Lockable, toLockInput } from '#web/corrections/correct.tsx';
import { SecondsLine, useSecondsToggle } from '#web/frame/seconds.tsx';
import { weekdayNameOf } from '#domain/time/weekday';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { holidaysText, leaveText, type EmployeeReportResult } from '#contract/reports/result';

type TotalName = 'hours' | 'late' | 'absences' | 'overtime';

const hours = (minutes: Minutes) => ({ value: formatDuration(minutes), unit: null });
const days = (count: number) => ({ value: sayNumber(count), unit: say('totals.days', { count }) });

/** The screen explains each total by its rule, and by the days and entries that it adds up [D2.9]. */
const totalsOf = ({ report }: EmployeeReportResult) =>
  [
    { name: 'hours', label: say('totals.hours'), ...hours(report.totalMinutes) },
    { name: 'late', label: say('totals.late'), ...days(report.lateArrivals) },
    { name: 'absences', label: say('totals.absences'), ...days(report.absences) },
    { name: 'overtime', label: say('totals.overtime'), ...hours(report.overtimeMinutes) },
  ] as const;

interface TotalsProps {
  result: EmployeeReportResult;
  onAdd: (day: Day) => void;
}

export function Totals({ result, onAdd }: TotalsProps) {
  const [open, setOpen] = useState<TotalName | null>(null);
  const leave = leaveText(result.report);
  return (
    <div className="border-t border-line">
      <div className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4 print:grid-cols-4">
        {totalsOf(result).map(({ name, label, value, unit }) => (
          <button
            key={name}
            type="button"
            aria-expanded={open === name}
            aria-controls="total-detail"
            onClick={() => setOpen(open === name ? null : name)}
            className={classes(
              'flex flex-col items-start gap-1 p-4 text-start focus-visible:-outline-offset-2 sm:px-6',
              open === name ? 'bg-accent-soft' : 'bg-surface hover:bg-sunken',
            )}
          >
            <span className="flex w-full items-start justify-between gap-2 text-sm text-muted">
              <span>
                {label} {name === 'absences' && <span className="text-xs">{say('totals.sinceStart')}</span>}
              </span>
              <ChevronDown
                size={18}
                className={classes(
                  'shrink-0 transition-transform duration-150 print:hidden',
                  open === name && 'rotate-180',
                )}
              />
            </span>
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-xl font-semibold tabular-nums sm:text-2xl">{value}</span>{' '}
              {unit && <span className="text-sm text-muted tabular-nums">{unit}</span>}
            </span>
            <span className="text-xs text-muted">{result.report.ruleText[name]}</span>
          </button>
        ))}
      </div>
      {result.report.holidays.length > 0 && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted sm:px-6">
          {say('totals.holidays', { days: holidaysText(result.report.holidays) })}
        </p>
      )}
      {leave !== null && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted sm:px-6">
          {say('totals.leave', { days: leave })}
        </p>
      )}
      <div id="total-detail">{open !== null && <TotalDetail of={open} result={result} onAdd={onAdd} />}</div>
    </div>
  );
}

const TEXTS: Readonly<Record<TotalName, { readonly heading: PlainKey; readonly none: PlainKey }>> = {
  hours: { heading: 'totals.ofDays', none: 'totals.noHours' },
  late: { heading: 'totals.lateDays', none: 'totals.noLate' },
  absences: { heading: 'totals.absentDays', none: 'totals.noAbsences' },
  overtime: { heading: 'totals.overtimeDays', none: 'totals.noOvertime' },
};

function detailLines(
  name: TotalName,
  { report, zone }: EmployeeReportResult,
  format: (minutes: Minutes) => string,
): { key: string; day: Day; value: string; minutes?: Minutes }[] {
  const { workedDays, lateArrivals, absentDays, overtimeParts } = report.totals;
  switch (name) {
    case 'hours':
      return workedDays.map(({ day, minutes }) => ({ key: day, day, minutes, value: format(minutes) }));
    case 'late':
      return lateArrivals.map(({ day, clockIn }) => ({ key: day, day, value: formatTime(clockIn, zone) }));
    case 'absences':
      return absentDays.map((day) => ({ key: day, day, value: say('totals.noEntry') }));
    case 'overtime':
      return overtimeParts.map(({ day, entryId, minutes }) => ({
        key: entryId ?? day,
        day,
        minutes,
        value: `+${format(minutes)}`,
      }));
  }
}

function TotalDetail({ of, result, onAdd }: TotalsProps & { of: TotalName }) {
  const seconds = useSecondsToggle();
  const { totalMinutes, overtimeMinutes } = result.report.totals;
  const lines = detailLines(of, result, seconds.format).toReversed();
  const heading = say(TEXTS[of].heading);
  const isRunning = result.report.entries.some(({ status }) => status === 'In Progress');
  return (
    <section aria-label={heading} className="animate-appear border-t border-line p-4 sm:px-6">
      <h3 className="text-sm font-semibold">{heading}</h3>
      {lines.length === 0 ? (
        <p className="mt-1 text-sm text-muted">{say(TEXTS[of].none)}</p>
      ) : (
        <ul
          className="mt-2 max-h-80 gap-x-8 overflow-y-auto text-sm print:max-h-none tabular-nums sm:columns-2 lg:columns-4"
          tabIndex={0}
          aria-label={heading}
        >
          {lines.map(({ key, day, value }) => (
            <li key={key} className="flex break-inside-avoid justify-between gap-3 border-b border-line py-1">
              <span>
                <span className="inline-block w-9 text-muted">{weekdayNameOf(day)}</span>
                {formatDate(day, result.zone)}
              </span>
              <span className="flex items-center gap-1 font-semibold">
                {value}
                {of === 'absences' && (
                  <Lockable of={toLockInput(day, result)}>
                    <Button
                      look="quiet"
                      size="line"
                      className="min-w-6"
                      aria-haspopup="dialog"
                      aria-label={say('timesheet.addOn', { day: formatDate(day, result.zone) })}
                      icon={<Plus size={16} />}
                      onClick={() => onAdd(day)}
                    />
                  </Lockable>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <SecondsLine
        seconds={seconds}
        rows={() => lines.flatMap(({ minutes }) => minutes ?? [])}
        total={() => (of === 'overtime' ? overtimeMinutes : totalMinutes)}
        className="mt-2"
      />
      {of === 'hours' && isRunning && <p className="mt-2 text-sm text-muted">{say('totals.running')}</p>}
    </section>
  );
}
