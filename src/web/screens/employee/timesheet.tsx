/**
 * 'My timesheet': one's own entries of any week or month, with totals and a file of them (spec §7 CSV
 * export).
 */
import { CalendarCheck, ChevronLeft, ChevronRight, Download, FileClock, Plus } from 'lucide-react';
import { memo, useCallback, useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { formatDayRange } from '#domain/format';
import type { Day } from '#domain/time';
import { workedMinutes } from '#domain/worked-time';
import { openOver } from '#web/browser/navigation.ts';
import { downloadText } from '#web/browser/download.ts';
import { SecondsLine, useSeconds } from '#web/frame/seconds.tsx';
import { LiveText } from '#web/time/use-now.tsx';
import { noteExportFailure } from '#web/live/failure-reports.ts';
import { useIsLive } from '#web/live/live-updates.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Period } from './period.ts';
import { useCorrecting } from './use-correcting.tsx';
import { TimesheetTable } from './timesheet-table.tsx';
import { breakTotal, workedTotal } from './timesheet-view.ts';
import {
  usePeriodNavigation,
  useTimesheet,
  type Looked,
  type PeriodNavigation,
  type TimesheetSheet,
} from './use-timesheet.ts';

/** It is there when it is asked for, also by who has no connection by then. */
const fetchFile = () => import('#web/corrections/csv.ts');
const IDLE_MS = 1000;

const BY = [
  { name: 'week', label: 'Weeks' },
  { name: 'month', label: 'Months' },
] as const satisfies readonly { name: Period; label: string }[];

export const Timesheet = memo(function Timesheet({
  name,
  today,
  earliest,
}: {
  name: string;
  today: Day;
  /** The first day whose entries can still be corrected. */
  earliest: Day;
}) {
  const navigation = usePeriodNavigation(today);
  // The press is answered first; then the entries make room for others, and a month of them takes its time.
  const at = useDeferredValue(navigation.at);
  const { sheet, query } = useTimesheet(at.range);
  const isLive = useIsLive();
  const drawn = useDeferredValue(sheet);
  const [exportFailed, setExportFailed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void fetchFile().catch(() => undefined), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const save = useCallback(() => {
    setExportFailed(false);
    if (!sheet) return;
    const rows = sheet.days.flatMap((day) => day.rows);
    fetchFile()
      .then(({ correctedCsv, timesheetFileName }) =>
        downloadText(timesheetFileName(name), correctedCsv(rows, sheet.zone), 'text/csv'),
      )
      .catch((error: unknown) => {
        console.error(error);
        noteExportFailure(error);
        setExportFailed(true);
      });
  }, [sheet, name]);
  const again = (retry: () => void) => (
    <Button size="small" onClick={retry}>
      Try again
    </Button>
  );
  return (
    <Card aria-labelledby="my-timesheet" className="pt-4 sm:pt-6">
      <div className="flex flex-col gap-3 px-4 sm:px-6">
        <CardTitle
          id="my-timesheet"
          aside={
            <Segmented
              label="My timesheet by"
              options={BY}
              chosen={navigation.at.period}
              onChoose={navigation.choose}
            />
          }
        >
          My timesheet
        </CardTitle>
        <Steps navigation={navigation} />
        <div role="alert" className="empty:hidden">
          {query.error && (isLive || !sheet) && (
            <Banner
              tone="danger"
              title="Your timesheet could not be loaded."
              action={again(() => void query.refetch())}
            >
              {query.error.message}
              {sheet && ' What is shown may be out of date.'}
            </Banner>
          )}
          {exportFailed && (
            <Banner tone="danger" title="The file could not be made." action={again(save)}>
              Your entries are safe.
            </Banner>
          )}
        </div>
      </div>
      <div className="mt-4">
        {sheet && drawn?.range === sheet.range ? (
          <Sheet sheet={drawn} at={at} today={today} earliest={earliest} onSave={save} />
        ) : (
          (sheet || query.isPending) && <Waiting />
        )}
      </div>
    </Card>
  );
});

/** Back and forth. What is shown now is read aloud when it changes. */
function Steps({
  navigation: {
    at: { period, range, isPresent },
    previous,
    next,
    toPresent,
  },
}: {
  navigation: PeriodNavigation;
}) {
  const step = (label: string, icon: ReactNode, go: () => void, resting = false) => (
    <Button size="square" aria-label={label} icon={icon} resting={resting} onClick={go} />
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {step(`Previous ${period}`, <ChevronLeft aria-hidden size={20} />, previous)}
      {step(`Next ${period}`, <ChevronRight aria-hidden size={20} />, next, isPresent)}
      <Button resting={isPresent} onClick={toPresent}>
        This {period}
      </Button>
      <p aria-live="polite" className="font-semibold tabular-nums sm:ml-2">
        {formatDayRange(range.first, range.last)}
      </p>
      <Button
        size="small"
        look="quiet"
        icon={<CalendarCheck aria-hidden size={16} />}
        onClick={() => openOver('periods')}
        className="sm:ml-auto"
      >
        Pay periods
      </Button>
    </div>
  );
}

const Sheet = memo(function Sheet({
  sheet,
  at: { period, range, isPresent },
  today,
  earliest,
  onSave,
}: {
  sheet: TimesheetSheet;
  at: Looked;
  today: Day;
  earliest: Day;
  onSave: () => void;
}) {
  const { entries, days, zone } = sheet;
  const seconds = useSeconds();
  const { correct, addMissed, dialog } = useCorrecting(days, zone);
  const lastDay = isPresent ? today : range.last;
  const missed = lastDay >= earliest && (
    <Button
      className="max-sm:grow max-sm:px-3"
      icon={<Plus aria-hidden size={18} />}
      aria-haspopup="dialog"
      onClick={() => addMissed(lastDay)}
    >
      Add entry
    </Button>
  );
  if (days.length === 0) {
    return (
      <div className="border-t border-line px-4 py-2 sm:px-6">
        <Empty
          isSmall
          icon={<FileClock size={24} />}
          title={isPresent ? `No entries this ${period}` : `No entries in this ${period}`}
        >
          {isPresent
            ? 'They appear here as soon as you clock in.'
            : `Look at another ${period}, or go back to this one.`}
        </Empty>
        {missed && <div className="mb-2">{missed}</div>}
        {dialog}
      </div>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line px-4 py-3 sm:px-6">
        <dl className="flex flex-wrap gap-x-8 gap-y-1 text-sm tabular-nums">
          <Figure name="Total">
            <LiveText of={(now) => seconds.format(workedTotal(entries, now))} />
          </Figure>
          <Figure name="Breaks">
            <LiveText of={(now) => seconds.format(breakTotal(entries, now))} />
          </Figure>
          <Figure name="Days worked">{days.filter((day) => day.entries.length > 0).length}</Figure>
        </dl>
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          {missed}
          <Button
            className="max-sm:grow max-sm:px-3"
            icon={<Download aria-hidden size={18} />}
            onClick={onSave}
          >
            Download CSV
          </Button>
        </div>
      </div>
      <TimesheetTable
        days={days}
        zone={zone}
        format={seconds.format}
        earliest={earliest}
        onCorrect={correct}
      />
      <SecondsLine
        seconds={seconds}
        rows={(now) => entries.map((entry) => workedMinutes(entry, now))}
        total={(now) => workedTotal(entries, now)}
        className="border-t border-line px-4 py-2 sm:px-6"
      />
      {dialog}
    </>
  );
});

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-muted">{name}</dt>
    <dd className="text-base font-semibold">{children}</dd>
  </div>
);

const Waiting = () => (
  <div className="grid min-h-40 gap-3 border-t border-line p-4 sm:px-6">
    <p role="status" className="sr-only">
      Loading your timesheet...
    </p>
    {['first', 'second', 'third', 'fourth'].map((row) => (
      <Skeleton key={row} className="h-9" />
    ))}
  </div>
);
