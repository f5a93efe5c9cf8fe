/** One employee's report: totals, charts, and the table of entries (spec §2). */
import { ChevronDown, FileClock, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#domain/time/format';
import { type Day, type Minutes, formatDuration, shownHours } from '#domain/time/units';
import { CorrectionDialog, type LockQuestion, lockReason } from '#web/corrections/correct.tsx';
import { authState } from '#web/session/auth.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ReportEntries } from './entries-table.tsx';
import { type EmployeeReportResult, lockOn, shownRows, tagNoteOf } from './report-result.ts';
import { ResultHead, type ResultHeadProps } from './result-head.tsx';
import { classes } from '#web/ui/classes.ts';
import { TotalDetail, type TotalDetailProps, type TotalName } from './total-detail.tsx';

const hours = (minutes: Minutes) => ({
  value: shownHours(minutes),
  unit: `h (${formatDuration(minutes)})`,
});
const days = (count: number) => ({ value: String(count), unit: count === 1 ? 'day' : 'days' });

/** Each total names its rule and opens to the days and entries behind it [D2.9]. */
const totalsOf = ({ report }: EmployeeReportResult) =>
  [
    { name: 'hours', label: 'Total Hours', ...hours(report.totalMinutes) },
    { name: 'late', label: 'Late Arrivals', ...days(report.lateArrivals) },
    { name: 'absences', label: 'Absences', ...days(report.absences) },
    { name: 'overtime', label: 'Overtime', ...hours(report.overtimeMinutes) },
  ] as const;

function Totals({ result, onAdd }: Omit<TotalDetailProps, 'of'>) {
  const [open, setOpen] = useState<TotalName | null>(null);
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
              'flex flex-col items-start gap-1 p-4 text-left focus-visible:-outline-offset-2 sm:px-6',
              open === name ? 'bg-accent-soft' : 'bg-surface hover:bg-sunken',
            )}
          >
            <span className="flex w-full items-start justify-between gap-2 text-sm text-muted">
              <span>
                {label}
                {name === 'absences' && (
                  <>
                    {' '}
                    <span className="text-xs">(since start date)</span>
                  </>
                )}
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
              <span className="text-sm text-muted tabular-nums">{unit}</span>
            </span>
            <span className="text-xs text-muted">{result.report.ruleText[name]}</span>
          </button>
        ))}
      </div>
      <div id="total-detail">{open !== null && <TotalDetail of={open} result={result} onAdd={onAdd} />}</div>
    </div>
  );
}

const Charts = onDemand(
  () => import('./charts/charts.tsx'),
  <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
    <Skeleton className="h-80" />
    <Skeleton className="h-80" />
  </div>,
);

interface EmployeeReportProps extends Omit<ResultHeadProps, 'children'> {
  result: EmployeeReportResult;
  /** The report must be made again. */
  onCorrected: () => void;
}

export function EmployeeReport({ result, onCorrected, ...head }: EmployeeReportProps) {
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const rows = shownRows(result);
  const { report, zone } = result;
  const tagNote = tagNoteOf(result);
  return (
    <div className="grid gap-4 lg:gap-6">
      <Card className="overflow-hidden">
        <ResultHead result={result} {...head}>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span>{result.employee.employeeId}</span>
            <span>
              Start date: <span className="tabular-nums">{formatDate(report.createdAt, zone)}</span>
            </span>
            {report.startsWithinRange && (
              <span className="inline-flex items-center gap-1 font-semibold text-warning">
                <TriangleAlert size={16} />
                Absences only counted from start date
              </span>
            )}
          </p>
        </ResultHead>
        <Totals result={result} onAdd={(day) => setCorrecting({ day, at: null })} />
        {tagNote !== null && <p className="border-t border-line px-4 py-3 text-sm sm:px-6">{tagNote}</p>}
      </Card>
      {report.entries.length > 0 && <Charts result={result} />}
      <Card aria-labelledby="report-entries" className="overflow-hidden">
        <div className="p-4 pb-2 sm:px-6">
          <CardTitle
            id="report-entries"
            aside={
              <Button
                size="small"
                aria-haspopup="dialog"
                icon={<Plus size={16} />}
                onClick={() => setCorrecting({ day: lastDay(result), at: null, choice: lockOn('', result) })}
              >
                Add entry
              </Button>
            }
          >
            Time Entries
          </CardTitle>
        </div>
        {rows.length === 0 ? (
          <Empty icon={<FileClock size={32} />} title="No entries in this range">
            Choose other dates, or check that they clocked in.
          </Empty>
        ) : (
          <ReportEntries
            rows={rows}
            total={report.totalMinutes}
            zone={zone}
            lockedBy={(day) => lockOn(day, result)}
            onCorrect={(day, at) => setCorrecting({ day, at })}
          />
        )}
      </Card>
      {correcting && (
        <CorrectionDialog
          day={correcting.day}
          zone={zone}
          entries={
            correcting.choice
              ? []
              : report.entries.flatMap(({ day, entry }) => (day === correcting.day ? entry : []))
          }
          at={correcting.at}
          choice={correcting.choice}
          purpose={
            report.userId === authState().user?.id
              ? { kind: 'ask' }
              : { kind: 'make', person: { ...result.employee, id: report.userId, name: report.userName } }
          }
          onDone={(correction) => {
            setCorrecting(null);
            if (correction) onCorrected();
          }}
        />
      )}
    </div>
  );
}

interface Correcting {
  readonly day: Day;
  /** The entry to correct; null to add a missing one. */
  readonly at: string | null;
  readonly choice?: LockQuestion;
}

/** Missing entries are mostly recent. */
function lastDay(result: EmployeeReportResult): Day {
  const { endDate, today } = result;
  return endDate < today && lockReason(lockOn(endDate, result)) === null ? endDate : today;
}
