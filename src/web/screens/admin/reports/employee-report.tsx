/**
 * One employee's report: totals that open to what they come from, charts, and the table of entries (spec §2).
 */
import { FileClock, TriangleAlert } from 'lucide-react';
import type { RefObject } from 'react';
import { formatDate } from '#domain/format';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ReportEntries } from './entries-table.tsx';
import type { FileKind } from './files/save.ts';
import { tagNoteOf, type EmployeeReportResult } from './report-result.ts';
import { ResultHead } from './result-head.tsx';
import { Totals } from './totals.tsx';

const Charts = onDemand(
  () => import('./charts/charts.tsx'),
  <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
    <Skeleton className="h-80" />
    <Skeleton className="h-80" />
  </div>,
);

interface EmployeeReportProps {
  result: EmployeeReportResult;
  heading: RefObject<HTMLHeadingElement | null>;
  saveAtOnce: FileKind | null;
}

export function EmployeeReport({ result, heading, saveAtOnce }: EmployeeReportProps) {
  const { report, zone } = result;
  const tagNote = tagNoteOf(result);
  return (
    <div className="grid gap-4 lg:gap-6">
      <Card className="overflow-hidden">
        <ResultHead result={result} heading={heading} saveAtOnce={saveAtOnce}>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span>{result.employee.employeeId}</span>
            <span>
              Start date: <span className="tabular-nums">{formatDate(report.createdAt, zone)}</span>
            </span>
            {report.startsWithinRange && (
              <span className="inline-flex items-center gap-1 font-semibold text-warning">
                <TriangleAlert aria-hidden size={16} />
                Absences only counted from start date
              </span>
            )}
          </p>
        </ResultHead>
        <Totals result={result} />
      </Card>
      {report.entries.length > 0 && <Charts result={result} />}
      <Card aria-labelledby="report-entries" className="overflow-hidden">
        <div className="p-4 pb-2 sm:px-6">
          <CardTitle id="report-entries">Time Entries</CardTitle>
        </div>
        {report.entries.length === 0 ? (
          <Empty icon={<FileClock size={32} />} title="No entries in this range">
            Choose other dates, or check whether they clocked in at all.
          </Empty>
        ) : (
          <ReportEntries rows={report.entries} total={report.totalMinutes} zone={zone} />
        )}
        {tagNote !== null && (
          <p className="border-t border-line px-4 py-3 text-xs text-muted sm:px-6">{tagNote}</p>
        )}
      </Card>
    </div>
  );
}
