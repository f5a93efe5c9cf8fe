/** The four totals. Each names its rule and opens to the days and entries it comes from [D2.9]. */
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { formatDuration, shownHours, type Day } from '#domain/time/units';
import { classes } from '#web/ui/classes.ts';
import type { EmployeeReportResult } from './report-result.ts';
import { TotalDetail, type TotalName } from './total-detail.tsx';

interface Total {
  readonly name: TotalName;
  readonly label: string;
  readonly aside?: string;
  readonly value: string;
  readonly unit: string;
  readonly rule: string;
}

function totalsOf({ report }: EmployeeReportResult): Total[] {
  const { ruleText } = report;
  const count = (number: number, noun: string) => (number === 1 ? noun : `${noun}s`);
  return [
    {
      name: 'hours',
      label: 'Total Hours',
      value: shownHours(report.totalMinutes),
      unit: `h (${formatDuration(report.totalMinutes)})`,
      rule: ruleText.hours,
    },
    {
      name: 'late',
      label: 'Late Arrivals',
      value: String(report.lateArrivals),
      unit: count(report.lateArrivals, 'day'),
      rule: ruleText.late,
    },
    {
      name: 'absences',
      label: 'Absences',
      aside: '(since start date)',
      value: String(report.absences),
      unit: count(report.absences, 'day'),
      rule: ruleText.absences,
    },
    {
      name: 'overtime',
      label: 'Overtime',
      value: shownHours(report.overtimeMinutes),
      unit: `h (${formatDuration(report.overtimeMinutes)})`,
      rule: ruleText.overtime,
    },
  ];
}

interface TotalsProps {
  result: EmployeeReportResult;
  /** An entry is to be added on a day of absence. */
  onAdd: (day: Day) => void;
}

export function Totals({ result, onAdd }: TotalsProps) {
  const [open, setOpen] = useState<TotalName | null>(null);
  return (
    <div className="border-t border-line">
      <div className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4 print:grid-cols-4">
        {totalsOf(result).map(({ name, label, aside, value, unit, rule }) => (
          <button
            key={name}
            type="button"
            aria-expanded={open === name}
            aria-controls="total-detail"
            onClick={() => setOpen(open === name ? null : name)}
            className={classes(
              'flex flex-col items-start gap-1 p-4 text-left focus-visible:-outline-offset-2 sm:px-6',
              open === name ? 'bg-accent-soft' : 'bg-surface hover:bg-sunken',
            )}
          >
            <span className="flex w-full items-start justify-between gap-2 text-sm text-muted">
              <span>
                {label}
                {aside !== undefined && (
                  <>
                    {' '}
                    <span className="text-xs">{aside}</span>
                  </>
                )}
              </span>
              <ChevronDown
                aria-hidden
                size={18}
                className={classes(
                  'shrink-0 transition-transform duration-150 print:hidden',
                  open === name && 'rotate-180',
                )}
              />
            </span>
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-xl font-semibold tabular-nums sm:text-2xl">{value}</span>{' '}
              <span className="text-sm text-muted tabular-nums">{unit}</span>
            </span>
            <span className="text-xs text-muted">{rule}</span>
          </button>
        ))}
      </div>
      <div id="total-detail">{open !== null && <TotalDetail of={open} result={result} onAdd={onAdd} />}</div>
    </div>
  );
}
