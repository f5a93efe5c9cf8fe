/** spec §2 Reports & Analytics. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { currentPlace, goTo, useOpened, usePlace } from '#web/browser/navigation.ts';
import type { Place } from '#web/browser/place.ts';
import { useTitle } from '#web/browser/title.ts';
import { Namesakes } from '#web/frame/which-person.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { personOf, rangeOf, subjectOf, type ReportResult } from './report-result.ts';
import { EmployeeReport } from './employee-report.tsx';
import { useHistory } from './history.ts';
import { PreviousReports } from './previous-reports.tsx';
import { ReportForm } from './report-form.tsx';
import { askedBy } from './report-params.ts';
import { TeamReport } from './team-report.tsx';
import { useReportForm } from './use-report-form.ts';
import { useShownReport } from './use-shown-report.ts';

const VIEWS = [
  { name: 'reports', label: 'Reports' },
  { name: 'entries', label: 'Time entries' },
  { name: 'periods', label: 'Pay periods' },
] as const;
type View = (typeof VIEWS)[number]['name'];

const viewAt = ({ path }: Place): View =>
  VIEWS.find(({ name }) => name !== 'reports' && path.includes(name))?.name ?? 'reports';

const TimeEntries = onDemand(() => import('./time-entries/time-entries.tsx'), <Skeleton className="h-96" />);
const PayPeriods = onDemand(() => import('./periods/periods.tsx'), <Skeleton className="h-96" />);
const PayrollProfiles = onDemand(
  () => import('./periods/profiles/profiles.tsx'),
  <Skeleton className="h-96" />,
);
const Overview = onDemand(() => import('./overview/overview.tsx'));

export default function Reports() {
  const view = usePlace(viewAt);
  /** A view that somebody comes back to is as it was left. */
  const left = useRef(new Map<View, Place>());
  const show = (name: View) => {
    left.current.set(view, currentPlace());
    const { path, params } = left.current.get(name) ?? {
      path: name === 'reports' ? [name] : ['reports', name],
      params: {},
    };
    goTo(path, params);
  };
  return (
    <div className="grid grid-cols-1 gap-4 pt-4">
      <div className="flex">
        <Segmented label="Reports & Analytics" options={VIEWS} chosen={view} onChoose={show} />
      </div>
      {view === 'reports' && <GeneratedReports />}
      {view === 'entries' && <Entries />}
      {view === 'periods' && <Periods />}
    </div>
  );
}

function Entries() {
  useTitle('Time entries', 1);
  return <TimeEntries />;
}

function Periods() {
  const isAtProfiles = useOpened('profiles') !== undefined;
  useTitle(isAtProfiles ? 'Payroll profiles' : 'Pay periods', 1);
  return isAtProfiles ? <PayrollProfiles /> : <PayPeriods />;
}

function GeneratedReports() {
  const form = useReportForm();
  const { reports } = useHistory();
  const { shown, arrival, isComing, generating, make, makeAndSave, remake, reopen, saveAtOnce } =
    useShownReport();
  // Who has left is in the reports only.
  const people = useMemo(
    () => [...form.employees, ...reports.flatMap((report) => personOf(report) ?? [])],
    [form.employees, reports],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  // A new report is read from its heading on.
  useEffect(() => {
    if (arrival === 0) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [arrival]);
  /** The report that the form was unfolded at: the next one folds it again. */
  const [unfoldedAt, setUnfoldedAt] = useState<number | null>(null);
  const isUnfolded = unfoldedAt === arrival || generating.state === 'failed';
  return (
    <div className="grid gap-4 lg:grid-cols-3 lg:gap-6">
      <div className="lg:col-span-2 print:hidden">
        <ReportForm
          form={form}
          generating={generating}
          fold={shown && { isOpen: isUnfolded, onToggle: () => setUnfoldedAt(isUnfolded ? null : arrival) }}
          onGenerate={(values) => void make(askedBy(values))}
          onSave={(asked, as) => void makeAndSave(asked, as)}
        />
      </div>
      <Namesakes people={people}>
        <PreviousReports shown={shown} onReopen={reopen} />
      </Namesakes>
      <p role="status" className="sr-only">
        {arrival > 0 && shown ? `The report of ${subjectOf(shown)} is shown.` : ''}
      </p>
      {shown && (
        <div key={shown.id} className="lg:col-span-3">
          <Title of={shown} />
          {shown.kind === 'employee' ? (
            <EmployeeReport
              result={shown}
              heading={heading}
              saveAtOnce={saveAtOnce}
              onCorrected={() => void remake(shown)}
            />
          ) : (
            <TeamReport
              result={shown}
              heading={heading}
              saveAtOnce={saveAtOnce}
              onPerson={(userId) => void make({ ...shown, userId, includeFormer: true }, { isOpened: true })}
              isBusy={generating.state === 'working'}
            />
          )}
        </div>
      )}
      {isComing && <Skeleton className="h-96 lg:col-span-3" />}
      {!shown && !isComing && form.today !== undefined && (
        <div className="lg:col-span-3 print:hidden">
          <Overview today={form.today} />
        </div>
      )}
    </div>
  );
}

/** The window is called by the report, and with it what is printed. */
function Title({ of }: { of: ReportResult }) {
  useTitle(`${subjectOf(of)}, ${rangeOf(of)}`, 1);
  return null;
}
