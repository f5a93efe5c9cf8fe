/** spec §2 Reports & Analytics. */
import { say, type PlainKey } from '#texts/say';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { currentPlace, goTo, setParams, useOpened, usePlace } from '#web/browser/navigation.ts';
import { useTitle } from '#web/session/workplace.ts';
import type { Place } from '#web/browser/place.ts';
import { AmbiguousNames, PersonName } from '#web/frame/person-name.tsx';
import { PeriodsSkeleton } from '#web/frame/tab-skeletons.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { SegmentedBar } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type ReportResult, personOf, rangeOf, rulesOf, subjectOf } from '#contract/reports/result';
import { EmployeeReport } from './employee-report.tsx';
import {
  queryOf,
  clearHistory,
  storeReport,
  paramsOfReport,
  replaceReport,
  showReport,
  useReportHistory,
} from './report-params.ts';
import { ReportCards } from './report-cards.tsx';
import { ReportForm } from './report-form.tsx';
import { TeamReport } from './team-report.tsx';
import { useGenerate, useReportForm } from './use-report-form.ts';
import { ChevronRight, History } from 'lucide-react';
import { formatTime } from '#domain/time/format';
import { REPORTS_SHOWN } from '#domain/report/report';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Empty } from '#web/ui/empty.tsx';
import { addressOf, type ReportQuery, parseReport, takeOpenedReport } from './report-address.ts';
import type { ReportFileKind } from '#contract/reports/reports';

/** Returns the report that the address names. Generates the report if the history does not contain it. */
function useShownReport() {
  const { open, reports } = useReportHistory();
  const { generating, generate } = useGenerate();
  const address = usePlace(({ params }) => params['report']);
  const shown = (open ? [open, ...reports] : reports).find((report) => addressOf(report) === address) ?? null;
  /** Counts generated and reopened reports. A new count moves the focus to the report's heading. */
  const [openedCount, setArrival] = useState(0);
  const [saveAtOnce, setSaveAtOnce] = useState<{ id: string; as: ReportFileKind } | null>(null);

  const countOpened = () => setArrival((count) => count + 1);
  /** `goTo` makes the Back button lead to the form, or to the team report in which this report was opened. */
  const show = (report: ReportResult, isOpened: boolean) => {
    const next = addressOf(report);
    if (isOpened || address === undefined) goTo(['reports'], { report: next });
    else setParams(paramsOfReport(next));
    countOpened();
  };
  const create = async (query: ReportQuery, { isOpened = false } = {}): Promise<ReportResult | null> => {
    const report = await generate(query);
    if (!report) return null;
    storeReport(report);
    show(report, isOpened);
    return report;
  };
  const generateFromAddress = useEffectEvent(async (named: string) => {
    const query = parseReport(named);
    if (!query) return;
    const isNew = takeOpenedReport(named);
    if (shown) return isNew ? countOpened() : undefined;
    const report = await generate(query);
    if (!report) return;
    if (!isNew) return showReport(report);
    storeReport(report);
    countOpened();
  });
  useEffect(() => {
    if (address !== undefined) void generateFromAddress(address);
  }, [address]);

  return {
    shown,
    openedCount,
    generating,
    isComing: generating.state === 'working' && shown === null && parseReport(address) !== null,
    create,
    createAndSave: async (query: ReportQuery, as: ReportFileKind) => {
      const report = await create(query);
      if (report) setSaveAtOnce({ id: report.id, as });
    },
    recreate: async (report: ReportResult): Promise<ReportResult | null> => {
      const made = await generate({
        ...report,
        userId: report.kind === 'employee' ? report.report.userId : null,
      });
      if (!made) return null;
      const renewed = { ...made, id: report.id };
      replaceReport(renewed);
      return renewed;
    },
    reopen: (report: ReportResult) => {
      showReport(report);
      show(report, false);
    },
    saveAtOnce: shown && saveAtOnce?.id === shown.id ? saveAtOnce.as : null,
  };
}

type PreviousReportsProps = Pick<ReturnType<typeof useShownReport>, 'shown' | 'reopen'>;

/** The last five reports; a click reopens one (spec §2). */
function PreviousReports({ shown, reopen }: PreviousReportsProps) {
  const { reports } = useReportHistory();
  return (
    <Card
      aria-labelledby="previous-reports"
      className={classes('overflow-hidden print:hidden', reports.length === 0 && 'max-lg:hidden')}
    >
      <div className="flex min-h-12 items-center justify-between gap-2 px-4 pt-3 pb-2">
        <CardTitle id="previous-reports">{say('reports.previous')}</CardTitle>
        {reports.length > 0 && (
          <Button size="small" look="quiet" onClick={clearHistory}>
            {say('reports.clearAll')}
          </Button>
        )}
      </div>
      {reports.length === 0 ? (
        <Empty icon={<History size={32} />} title={say('reports.none')}>
          {say('reports.noneText')}
        </Empty>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {reports.slice(0, REPORTS_SHOWN).map((report) => (
            <li key={report.id}>
              <button
                type="button"
                aria-current={report.id === shown?.id || undefined}
                onClick={() => reopen(report)}
                className="flex min-h-14 w-full items-center gap-2 px-4 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft forced-colors:aria-[current]:border-s-4 forced-colors:aria-[current]:border-[Highlight]"
              >
                <span className="min-w-0 grow">
                  <span className="block text-sm font-semibold wrap-anywhere">
                    <Subject of={report} />
                  </span>
                  <span className="block truncate text-xs text-muted tabular-nums">{rangeOf(report)}</span>
                  <span className="block truncate text-xs text-muted tabular-nums">
                    {say('reports.madeAt', { rules: rulesOf(report), time: timeOf(report) })}
                  </span>
                </span>
                <ChevronRight size={18} className="shrink-0 text-muted" />
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

const VIEWS = { reports: 'reports.reports', entries: 'entries.title', periods: 'periods.title' } as const;
type View = keyof typeof VIEWS;
const VIEW_NAMES = Object.keys(VIEWS) as View[];

const viewAt = ({ path }: Place): View =>
  VIEW_NAMES.find((name) => name !== 'reports' && path.includes(name)) ?? 'reports';

const timeOf = ({ generatedAt, zone }: ReportResult) => formatTime(generatedAt, zone);

const Waiting = ({ title }: { title: PlainKey }) => (
  <Skeleton className="h-96 p-4 sm:p-6">{say(title)}</Skeleton>
);
const TimeEntries = onDemand(
  () => import('./time-entries/time-entries.tsx'),
  <Waiting title="entries.title" />,
);
const PayPeriods = onDemand(() => import('#web/periods/periods.tsx'), <PeriodsSkeleton />);
const PayrollProfiles = onDemand(
  () => import('#web/periods/profiles/profiles.tsx'),
  <Waiting title="profiles.title" />,
);
const Overview = onDemand(() => import('./overview/overview.tsx'));

export default function Reports() {
  const view = usePlace(viewAt);
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
        <SegmentedBar
          label={say('reports.title')}
          options={VIEW_NAMES.map((name) => ({ name, label: say(VIEWS[name]) }))}
          chosen={view}
          onChoose={show}
        />
      </div>
      {view === 'reports' && <GeneratedReports />}
      {view === 'entries' && <TimeEntries />}
      {view === 'periods' && <Periods />}
    </div>
  );
}

function Periods() {
  const isAtProfiles = useOpened('profiles') !== undefined;
  useTitle(isAtProfiles ? say('profiles.title') : say('periods.title'), 1);
  return isAtProfiles ? <PayrollProfiles /> : <PayPeriods />;
}

function GeneratedReports() {
  const form = useReportForm();
  const { reports } = useReportHistory();
  const { shown, openedCount, isComing, generating, create, createAndSave, recreate, reopen, saveAtOnce } =
    useShownReport();
  // The form's list has no former employees. Earlier reports can be about them, so add the people of these reports.
  const people = useMemo(
    () => [...form.employees, ...reports.flatMap((report) => personOf(report) ?? [])],
    [form.employees, reports],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const head = { heading, saveAtOnce, onRenew: recreate };
  useEffect(() => {
    if (openedCount === 0) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [openedCount]);
  /** Value of `openedCount` when the user unfolded the form. The next report increases `openedCount`, which folds the form. */
  const [unfoldedAt, setUnfoldedAt] = useState<number | null>(null);
  const isUnfolded = unfoldedAt === openedCount || generating.state === 'failed';
  return (
    <div className="grid gap-4 lg:grid-cols-3 lg:gap-6">
      {!shown && (
        <div className="lg:col-span-3">
          <ReportCards form={form} />
        </div>
      )}
      <div className="lg:col-span-2 print:hidden">
        <ReportForm
          form={form}
          generating={generating}
          fold={
            shown && { isOpen: isUnfolded, onToggle: () => setUnfoldedAt(isUnfolded ? null : openedCount) }
          }
          onGenerate={(values) => void create(queryOf(values))}
          onSave={(query, as) => void createAndSave(query, as)}
        />
      </div>
      <AmbiguousNames people={people}>
        <PreviousReports shown={shown} reopen={reopen} />
      </AmbiguousNames>
      <p role="status" className="sr-only">
        {openedCount > 0 && shown ? say('reports.isShown', { subject: subjectOf(shown) }) : ''}
      </p>
      {shown && (
        <div key={shown.id} className="lg:col-span-3">
          <Title text={`${subjectOf(shown)}, ${rangeOf(shown)}`} />
          {shown.kind === 'employee' ? (
            <EmployeeReport
              result={shown}
              {...head}
              onRange={({ first: startDate, last: endDate }) =>
                void create({ ...shown, userId: shown.report.userId, startDate, endDate })
              }
              onCorrected={() => void recreate(shown)}
            />
          ) : (
            <TeamReport
              result={shown}
              {...head}
              onPerson={(userId) =>
                void create({ ...shown, userId, includeFormer: true }, { isOpened: true })
              }
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

/** Sets the window's title, which is also printed on the page. */
function Title({ text }: { text: string }) {
  useTitle(text, 1);
  return null;
}
