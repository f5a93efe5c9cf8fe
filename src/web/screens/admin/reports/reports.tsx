/** spec §2 Reports & Analytics. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { goTo, usePlace } from '#web/browser/navigation.ts';
import { useTitle } from '#web/browser/title.ts';
import { Namesakes } from '#web/frame/which-person.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { personOf, subjectOf } from './report-result.ts';
import { EmployeeReport } from './employee-report.tsx';
import { useHistory } from './history.ts';
import { PreviousReports } from './previous-reports.tsx';
import { ReportForm } from './report-form.tsx';
import { TeamReport } from './team-report.tsx';
import { useGenerate } from './use-generate.ts';
import { useReportForm } from './use-report-form.ts';

const VIEWS = [
  { name: 'reports', label: 'Reports' },
  { name: 'entries', label: 'Time entries' },
] as const;
type View = (typeof VIEWS)[number]['name'];

const show = (view: View): void => goTo(view === 'entries' ? ['reports', view] : [view], {});

const TimeEntries = onDemand(() => import('./time-entries/time-entries.tsx'), <Skeleton className="h-96" />);

export default function Reports() {
  const view = usePlace(({ path }): View => (path.includes('entries') ? 'entries' : 'reports'));
  return (
    <div className="grid grid-cols-1 gap-4 pt-4">
      <div className="flex">
        <Segmented label="Reports & Analytics" options={VIEWS} chosen={view} onChoose={show} />
      </div>
      {view === 'reports' ? <GeneratedReports /> : <Entries />}
    </div>
  );
}

function Entries() {
  useTitle('Time entries', 1);
  return <TimeEntries />;
}

function GeneratedReports() {
  const form = useReportForm();
  const { open, reports } = useHistory();
  // Who has left is in the reports only.
  const people = useMemo(
    () => [...form.employees, ...reports.flatMap((report) => personOf(report) ?? [])],
    [form.employees, reports],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const [arrival, setArrival] = useState(0);
  const arrive = () => setArrival((count) => count + 1);
  const { generating, generate, openPerson } = useGenerate(arrive);
  // A new report is read from its heading on; on a phone it lies below the form.
  useEffect(() => {
    if (arrival > 0) heading.current?.focus();
  }, [arrival]);
  return (
    <div className="grid gap-4 lg:grid-cols-3 lg:gap-6">
      <div className="lg:col-span-2 print:hidden">
        <ReportForm form={form} generating={generating} onGenerate={generate} />
      </div>
      <Namesakes people={people}>
        <PreviousReports onReopen={arrive} />
      </Namesakes>
      <p role="status" className="sr-only">
        {arrival > 0 && open ? `The report of ${subjectOf(open)} is shown.` : ''}
      </p>
      {open && (
        <div key={open.id} className="lg:col-span-3">
          {open.kind === 'employee' ? (
            <EmployeeReport result={open} heading={heading} />
          ) : (
            <TeamReport
              result={open}
              heading={heading}
              onPerson={(userId) => openPerson(userId, open)}
              isBusy={generating.state === 'working'}
            />
          )}
        </div>
      )}
    </div>
  );
}
