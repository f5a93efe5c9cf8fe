/** The calendar of absences: a month of people, on phones a list by day. */
import { CalendarOff, ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { LeaveCalendar } from '#contract/leave-calendar';
import { formatMonth } from '#domain/time/format';
import { addDays, monthBefore, monthOf } from '#domain/time/workplace-day';
import { setParams, useParams } from '#web/browser/navigation.ts';
import { Namesakes } from '#web/frame/which-person.tsx';
import { useIsLive } from '#web/live/live-updates.ts';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Pager, usePages, usePrinting } from '#web/ui/pager.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { Loading, Skeletons } from '#web/ui/skeleton.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import { Legend } from './absence-mark.tsx';
import { DayList } from './day-list.tsx';
import { MonthGrid } from './month-grid.tsx';
import { absenceOn, daysOf, kindsShown, rowsOf, type PersonMonth } from './month-view.ts';
import { useCalendar, useMonth } from './use-calendar.ts';

const PAGE_SIZE = 50;
const ALL = 'All';

export default function Absences({ isAdmin }: { isAdmin: boolean }) {
  const query = useCalendar();
  const isLive = useIsLive();
  const { data: view } = query;
  // Other months stay in reach while one is loaded, or cannot be.
  const last = useRef(view);
  if (view) last.current = view;
  return (
    <>
      {last.current && <Toolbar view={last.current} isAdmin={isAdmin} />}
      <LoadFailure
        title="The calendar could not be loaded."
        query={query}
        isShown={isLive || !view}
        isStale={view !== undefined}
        className="p-4 sm:px-6"
      />
      {!view && !query.error && (
        <div className="grid gap-3 p-4 sm:px-6">
          <Loading what="Loading the calendar..." />
          <Skeletons count={6} className="h-9" />
        </div>
      )}
      {view && (
        <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-50' : ''}>
          <Month view={view} isAdmin={isAdmin} />
        </div>
      )}
    </>
  );
}

interface PartProps {
  view: LeaveCalendar;
  isAdmin: boolean;
}

function Toolbar({ view: { today, studios }, isAdmin }: PartProps) {
  const present = today.slice(0, 7);
  const month = useMonth() ?? present;
  const { studio } = useParams('studio');
  const first = `${month}-01`;
  const go = (day: string) => setParams({ month: day.slice(0, 7) === present ? undefined : day.slice(0, 7) });
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-6">
      <Button
        size="square"
        aria-label="Previous month"
        icon={<ChevronLeft size={20} />}
        onClick={() => go(monthBefore(first).first)}
      />
      <p aria-live="polite" className="grow text-center font-semibold sm:w-44 sm:grow-0">
        {formatMonth(first)}
      </p>
      <Button
        size="square"
        aria-label="Next month"
        icon={<ChevronRight size={20} />}
        onClick={() => go(addDays(monthOf(first).last, 1))}
      />
      <div className="flex grow flex-wrap items-center justify-end gap-2 max-sm:basis-full">
        {month !== present && (
          <Button size="small" className="max-sm:min-h-11" onClick={() => go(today)}>
            This month
          </Button>
        )}
        {isAdmin && studios.length > 1 && (
          <PickField
            label="Studio"
            options={[ALL, ...studios]}
            value={studio ?? ALL}
            onChange={(name) => setParams({ studio: name === ALL ? undefined : name })}
          />
        )}
        <Button size="small" className="max-sm:hidden" icon={<Printer size={16} />} onClick={() => print()}>
          Print
        </Button>
      </div>
    </div>
  );
}

function Month({ view, isAdmin }: PartProps) {
  const isPhone = usePhone();
  const isPrinting = usePrinting();
  const rows = useMemo(() => rowsOf(view), [view]);
  const { studio } = useParams('studio');
  const { shown, paging } = usePages(rows, PAGE_SIZE, studio);
  const kinds = useMemo(() => kindsShown(rows), [rows]);
  const days = daysOf(view);
  const isQuiet = isPhone && !rows.some((row) => days.some((day, at) => absenceOn(row, at, day)));
  const legend = <Legend kinds={kinds} hasRequests={rows.some(hasRequests)} />;
  return (
    <Namesakes people={rows}>
      {isPhone && !isPrinting && <DayList view={view} rows={rows} />}
      {!isPhone && rows.length > 0 && (
        <div
          className="relative overflow-x-auto border-t border-line"
          tabIndex={0}
          role="group"
          aria-label="Month"
        >
          <MonthGrid view={view} rows={isPrinting ? [] : shown} canOpen={isAdmin} />
        </div>
      )}
      {(rows.length === 0 || isQuiet) && (
        <Empty
          icon={<CalendarOff size={32} />}
          title={rows.length === 0 ? 'No employees yet' : 'Nobody is away'}
        >
          {rows.length === 0 ? 'Employees appear here.' : 'Nobody has leave this month.'}
        </Empty>
      )}
      {!isPhone && <Pager label="Pages of the calendar" paging={paging} />}
      {rows.length > 0 && legend}
      {isPrinting &&
        createPortal(
          <div className="print-sheet print-across hidden print:block">
            <h1 className="mb-2 text-base font-semibold">Who is away, {formatMonth(`${view.month}-01`)}</h1>
            <MonthGrid view={view} rows={rows} canOpen={false} />
            {legend}
          </div>,
          document.body,
        )}
    </Namesakes>
  );
}

const hasRequests = ({ requests = [] }: PersonMonth): boolean => requests.length > 0;
