/** One employee's report: totals, charts, and the table of entries (spec §2). */
import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { FileClock, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { periodOfRange, rangeOfPeriod, REPORT_PERIOD_LABEL } from '#domain/report/periods';
import { formatDate } from '#domain/time/format';
import type { Day } from '#domain/time/units';
import type { DayRange } from '#domain/time/workplace-day';
import {
  CorrectionDialog,
  type CorrectionDialogProps,
  lockReason,
  toLockInput,
} from '#web/corrections/correct.tsx';
import { authState } from '#web/session/auth.ts';
import { workplace } from '#web/session/workplace.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { FilterChips } from '#web/ui/filter-chips.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ReportEntries } from './entries-table.tsx';
import { type EmployeeReportResult, shownRows, lateTagNote } from '#contract/reports/result';
import { ResultHead, type ResultHeadProps } from './result-head.tsx';
import { Totals } from './totals.tsx';

const Charts = onDemand(
  () => import('./charts/charts.tsx'),
  <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
    <Skeleton className="h-80" />
    <Skeleton className="h-80" />
  </div>,
);

interface EmployeeReportProps extends Omit<ResultHeadProps, 'children'> {
  result: EmployeeReportResult;
  onRange: (range: DayRange) => void;
  onCorrected: () => void;
}

export function EmployeeReport({ result, onRange, onCorrected, ...head }: EmployeeReportProps) {
  const [correcting, setCorrecting] = useState<Pick<
    CorrectionDialogProps,
    'day' | 'at' | 'dayChoice'
  > | null>(null);
  const rows = shownRows(result);
  const { report, zone, startDate: first, endDate: last, today } = result;
  const { firstWeekday } = workplace();
  const tagNote = lateTagNote(result);
  return (
    <div className="grid gap-4 lg:gap-6">
      <Card className="overflow-hidden">
        <ResultHead result={result} {...head}>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span>{result.employee.employeeId}</span>
            <span>
              {richly('report.startDate', {
                date: <span className="tabular-nums">{formatDate(report.startsAt, zone)}</span>,
              })}
            </span>
            {report.startsWithinRange && (
              <span className="inline-flex items-center gap-1 font-semibold text-warning">
                <TriangleAlert size={16} />
                {say('report.startDateOnly')}
              </span>
            )}
          </p>
          <div className="mt-3">
            <FilterChips
              label={say('report.of')}
              options={REPORT_PERIOD_LABEL}
              chosen={periodOfRange({ first, last }, today, firstWeekday) ?? ''}
              onChoose={(period) => onRange(rangeOfPeriod(period, today, firstWeekday))}
            />
          </div>
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
                onClick={() =>
                  setCorrecting({ day: proposedDay(result), at: null, dayChoice: toLockInput('', result) })
                }
              >
                {say('report.addEntry')}
              </Button>
            }
          >
            {say('report.entries')}
          </CardTitle>
        </div>
        {rows.length === 0 ? (
          <Empty icon={<FileClock size={32} />} title={say('report.noEntries')}>
            {say('report.noEntriesText')}
          </Empty>
        ) : (
          <ReportEntries
            rows={rows}
            total={report.totalMinutes}
            zone={zone}
            lockInputOf={(day) => toLockInput(day, result)}
            onCorrect={(day, at) => setCorrecting({ day, at })}
          />
        )}
      </Card>
      {correcting && (
        <CorrectionDialog
          {...correcting}
          zone={zone}
          entries={
            correcting.dayChoice
              ? []
              : report.entries.flatMap(({ day, entry }) => (day === correcting.day ? entry : []))
          }
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

/** 'Add entry' proposes the report's last day, or today if that day is closed or in the future. */
function proposedDay(result: EmployeeReportResult): Day {
  const { endDate, today } = result;
  return endDate < today && lockReason(toLockInput(endDate, result)) === null ? endDate : today;
}
