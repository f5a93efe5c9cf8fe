import { ChevronRight, History } from 'lucide-react';
import { formatTime } from '#domain/time/format';
import { REPORTS_SHOWN } from '#domain/report/report';
import { PersonName } from '#web/frame/which-person.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Empty } from '#web/ui/empty.tsx';
import { clearHistory, useHistory } from './history.ts';
import { personOf, rangeOf, rulesOf, subjectOf, type ReportResult } from './report-result.ts';

/** 'Previous Reports': the last five; a click reopens one (spec §2). */
export function PreviousReports({
  shown,
  onReopen,
}: {
  shown: ReportResult | null;
  onReopen: (report: ReportResult) => void;
}) {
  const { reports } = useHistory();
  return (
    <Card
      aria-labelledby="previous-reports"
      className={classes('overflow-hidden print:hidden', reports.length === 0 && 'max-lg:hidden')}
    >
      <div className="flex min-h-12 items-center justify-between gap-2 px-4 pt-3 pb-2">
        <CardTitle id="previous-reports">Previous Reports</CardTitle>
        {reports.length > 0 && (
          <Button size="small" look="quiet" onClick={clearHistory}>
            Clear All
          </Button>
        )}
      </div>
      {reports.length === 0 ? (
        <Empty icon={<History size={32} />} title="No reports yet">
          Reports stay here until you reload the page or sign out.
        </Empty>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {reports.slice(0, REPORTS_SHOWN).map((report) => (
            <li key={report.id}>
              <button
                type="button"
                aria-current={report.id === shown?.id || undefined}
                onClick={() => onReopen(report)}
                className="flex min-h-14 w-full items-center gap-2 px-4 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft forced-colors:aria-[current]:border-l-4 forced-colors:aria-[current]:border-[Highlight]"
              >
                <span className="min-w-0 grow">
                  <span className="block text-sm font-semibold wrap-anywhere">
                    <Subject of={report} />
                  </span>
                  <span className="block truncate text-xs text-muted tabular-nums">{rangeOf(report)}</span>
                  <span className="block truncate text-xs text-muted tabular-nums">
                    {rulesOf(report)} · made at {formatTime(report.generatedAt, report.zone)}
                  </span>
                </span>
                <ChevronRight aria-hidden size={18} className="shrink-0 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function Subject({ of }: { of: ReportResult }) {
  const person = personOf(of);
  return person ? <PersonName person={person} /> : subjectOf(of);
}
