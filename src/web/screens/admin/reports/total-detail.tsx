/** The days and entries behind a total, newest first. */
import { Plus } from 'lucide-react';
import { formatDate, formatTime } from '#domain/time/format';
import type { Day, Minutes } from '#domain/time/units';
import { weekdayOf } from '#domain/time/workplace-day';
import { Locked } from '#web/corrections/correct.tsx';
import { SecondsLine, useSeconds } from '#web/frame/seconds.tsx';
import { weekdayName } from '#web/time/weekday.ts';
import { Button } from '#web/ui/button.tsx';
import { lockOn, type EmployeeReportResult } from './report-result.ts';

export type TotalName = 'hours' | 'late' | 'absences' | 'overtime';

const TEXTS: Readonly<Record<TotalName, { readonly heading: string; readonly none: string }>> = {
  hours: { heading: 'Worked on each day', none: 'No hours were worked in this range.' },
  late: { heading: 'Late arrivals', none: 'No late arrivals.' },
  absences: { heading: 'Days of absence', none: 'No absences.' },
  overtime: { heading: 'Overtime', none: 'No overtime.' },
};

function linesOf(
  name: TotalName,
  { report, zone }: EmployeeReportResult,
  format: (minutes: Minutes) => string,
) {
  const { workedDays, lateArrivals, absentDays, overtimeParts } = report.totals;
  switch (name) {
    case 'hours':
      return workedDays.map(({ day, minutes }) => ({ key: day, day, value: format(minutes) }));
    case 'late':
      return lateArrivals.map(({ day, clockIn }) => ({ key: day, day, value: formatTime(clockIn, zone) }));
    case 'absences':
      return absentDays.map((day) => ({ key: day, day, value: 'no entry' }));
    case 'overtime':
      return overtimeParts.map(({ day, entryId, minutes }) => ({
        key: entryId ?? day,
        day,
        value: `+${format(minutes)}`,
      }));
  }
}

function durationsOf(name: TotalName, { report: { totals } }: EmployeeReportResult) {
  const of = (parts: readonly { readonly minutes: number }[]) => parts.map(({ minutes }) => minutes);
  if (name === 'hours') return { rows: of(totals.workedDays), total: totals.totalMinutes };
  if (name === 'overtime') return { rows: of(totals.overtimeParts), total: totals.overtimeMinutes };
  return { rows: [], total: 0 };
}

export interface TotalDetailProps {
  of: TotalName;
  result: EmployeeReportResult;
  /** Adds an entry on a day of absence. */
  onAdd: (day: Day) => void;
}

export function TotalDetail({ of, result, onAdd }: TotalDetailProps) {
  const seconds = useSeconds();
  const durations = durationsOf(of, result);
  const lines = linesOf(of, result, seconds.format).toReversed();
  const { heading, none } = TEXTS[of];
  const isRunning = result.report.entries.some(({ status }) => status === 'In Progress');
  return (
    <section aria-label={heading} className="animate-appear border-t border-line p-4 sm:px-6">
      <h3 className="text-sm font-semibold">{heading}</h3>
      {lines.length === 0 ? (
        <p className="mt-1 text-sm text-muted">{none}</p>
      ) : (
        <ul
          className="mt-2 max-h-80 gap-x-8 overflow-y-auto text-sm print:max-h-none tabular-nums sm:columns-2 lg:columns-4"
          tabIndex={0}
          aria-label={heading}
        >
          {lines.map(({ key, day, value }) => (
            <li key={key} className="flex break-inside-avoid justify-between gap-3 border-b border-line py-1">
              <span>
                <span className="inline-block w-9 text-muted">{weekdayName(weekdayOf(day))}</span>
                {formatDate(day, result.zone)}
              </span>
              <span className="flex items-center gap-1 font-semibold">
                {value}
                {of === 'absences' && (
                  <Locked of={lockOn(day, result)}>
                    <Button
                      look="quiet"
                      size="line"
                      className="min-w-6"
                      aria-haspopup="dialog"
                      aria-label={`Add entry on ${formatDate(day, result.zone)}`}
                      icon={<Plus size={16} />}
                      onClick={() => onAdd(day)}
                    />
                  </Locked>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <SecondsLine
        seconds={seconds}
        rows={() => durations.rows}
        total={() => durations.total}
        className="mt-2"
      />
      {of === 'hours' && isRunning && (
        <p className="mt-2 text-sm text-muted">The running entry counts up to the time of the report.</p>
      )}
    </section>
  );
}
