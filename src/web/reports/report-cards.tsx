import { say } from '#texts/say';
import { Clock, Hourglass, Users } from 'lucide-react';
import { rangeOfPeriod } from '#domain/report/periods';
import { formatDayRange } from '#domain/time/format';
import { EmployeeSearch } from '#web/people/employee-search.tsx';
import { classes } from '#web/ui/classes.ts';
import { Card } from '#web/ui/card.tsx';
import { openReportOf } from './report-address.ts';
import type { ReportFormState } from './use-report-form.ts';

const CARDS = [
  { title: 'reports.everybody', sort: undefined, icon: Users },
  { title: 'reports.late', hint: 'reports.lateHint', sort: '-lateArrivals', icon: Clock },
  { title: 'reports.short', hint: 'reports.shortHint', sort: 'totalMinutes', icon: Hourglass },
] as const;

/** Reports that people ask for most. Each opens by its address, as a report from another screen does. */
export function ReportCards({ form: { employees, today } }: { form: ReportFormState }) {
  const month = today === undefined ? undefined : rangeOfPeriod('this-month', today);
  return (
    <ul aria-label={say('reports.frequent')} className="grid grid-cols-2 gap-3 lg:grid-cols-4 print:hidden">
      {CARDS.map(({ title, sort, icon: Icon, ...rest }, at) => (
        <li key={title} className={classes('grid', at === 0 && 'max-lg:col-span-2')}>
          <button
            type="button"
            aria-disabled={month === undefined || undefined}
            onClick={() => month && void openReportOf(null, month, false, sort)}
            className="flex items-start gap-3 rounded-lg border border-line bg-surface p-4 text-start shadow-card hover:border-control hover:bg-page"
          >
            <Icon size={20} className="mt-0.5 shrink-0 text-accent max-sm:hidden" />
            <span className="grid gap-0.5">
              <span className="font-semibold">{say(title)}</span>
              <span className="text-xs text-muted tabular-nums">
                {'hint' in rest ? say(rest.hint) : month && formatDayRange(month.first, month.last)}
              </span>
            </span>
          </button>
        </li>
      ))}
      <li className="grid max-lg:col-span-2">
        <Card hasPopup className="px-4 py-3">
          <EmployeeSearch
            label={say('reports.personsMonth')}
            placeholder={say('reports.whose')}
            people={employees}
            value=""
            onChange={(id) => month && id !== '' && void openReportOf(id, month)}
            nothing={say('employees.noneFound')}
          />
        </Card>
      </li>
    </ul>
  );
}
