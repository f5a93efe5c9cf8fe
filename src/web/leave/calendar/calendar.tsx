/** The calendar of absences, opened over a dashboard: a month with a row per person, on phones a list of days. */
import { ChevronLeft, ChevronRight, Printer, Rss, CalendarOff } from 'lucide-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { LeaveCalendar } from '#contract/leave/calendar';
import type { LiveChange } from '#contract/monitoring/live';
import { formatMonth, formatDate } from '#domain/time/format';
import { MS_PER_MINUTE } from '#domain/time/units';
import { addDays, isEnterableDay, monthBefore, monthOf } from '#domain/time/workplace-day';
import { closeOver, setParams, useParams, usePlace } from '#web/browser/navigation.ts';
import { LiveFailure } from '#web/live/live-strip.tsx';
import { useTitle } from '#web/session/workplace.ts';
import { AmbiguousNames, useIsPersonDialogOpen } from '#web/frame/person-name.tsx';
import { usePollingMs } from '#web/live/live-updates.ts';
import { useLiveQuery } from '#web/live/use-live-query.ts';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Overlay } from '#web/ui/overlay.tsx';
import { Pager, usePages, usePrinting } from '#web/ui/pager.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import { weekdayNameOf } from '#domain/time/weekday';
import { Empty } from '#web/ui/empty.tsx';
import { MonthGrid, Legend, AbsenceMark, absencesOn, absenceText, daysOf } from './month-view.tsx';

const AddressDialog = onDemand(() => import('./address-dialog.tsx'));

const PAGE_SIZE = 50;
const ALL = 'All';

export default function Calendar({ isAdmin = false }: { isAdmin?: boolean }) {
  useTitle('Who is on leave', 1);
  const query = useCalendar();
  const { data: view } = query;
  const [isSubscribing, setSubscribing] = useState(false);
  const isPersonOpen = useIsPersonDialogOpen();
  // Keep the last loaded month, so that the toolbar stays usable while another month loads or has failed.
  const last = useRef(view);
  if (view) last.current = view;
  const subscribe = (
    <Button size="small" icon={<Rss size={16} />} onClick={() => setSubscribing(true)}>
      Subscribe
    </Button>
  );
  return (
    <>
      <Overlay
        title="Who is on leave"
        isWide
        isCovered={isPersonOpen || isSubscribing}
        aside={isAdmin && subscribe}
        onClose={() => closeOver('away')}
      >
        {last.current && <Toolbar view={last.current} />}
        <LiveFailure
          title="The calendar could not be loaded."
          query={query}
          isStale
          className="p-4 sm:px-6"
          shape="m-4 h-64"
        />
        {view && (
          <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-50' : ''}>
            <Month view={view} isAdmin={isAdmin} />
          </div>
        )}
      </Overlay>
      {isSubscribing && <AddressDialog scope="people" onClose={() => setSubscribing(false)} />}
    </>
  );
}

function Toolbar({ view: { today, studios } }: { view: LeaveCalendar }) {
  const isPhone = usePhone();
  const currentMonth = today.slice(0, 7);
  const month = useMonth() ?? currentMonth;
  const first = `${month}-01`;
  const { studio = ALL } = useParams('studio');
  const go = (day: string) =>
    setParams({ month: day.startsWith(currentMonth) ? undefined : day.slice(0, 7) });
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
      <div className="flex flex-wrap items-center justify-end gap-2 empty:hidden max-sm:basis-full sm:ml-auto">
        {month !== currentMonth && <Button onClick={() => go(today)}>This month</Button>}
        {studios.length > 1 && (
          <PickField
            label="Studio"
            options={[ALL, ...studios]}
            value={studio}
            onChange={(name) => setParams({ studio: name === ALL ? undefined : name })}
          />
        )}
        {!isPhone && (
          <Button icon={<Printer size={16} />} onClick={() => print()}>
            Print
          </Button>
        )}
      </div>
    </div>
  );
}

function Month({ view, isAdmin }: { view: LeaveCalendar; isAdmin: boolean }) {
  const isPhone = usePhone();
  const isPrinting = usePrinting();
  const { studio } = useParams('studio');
  const { people } = view;
  const { shown, paging } = usePages(people, PAGE_SIZE, studio);
  return (
    <AmbiguousNames people={people}>
      {isPhone ? (
        <DayList view={view} />
      ) : (
        <>
          <div
            className="relative overflow-x-auto border-t border-line"
            tabIndex={0}
            role="group"
            aria-label="Month"
          >
            <MonthGrid view={view} rows={isPrinting ? [] : shown} canOpen={isAdmin} />
          </div>
          <Pager label="Pages of the calendar" paging={paging} />
        </>
      )}
      <Legend rows={people} />
      {isPrinting &&
        createPortal(
          <div className="print-sheet print-across hidden print:block">
            <h1 className="mb-2 text-base font-semibold">
              Who is on leave, {formatMonth(`${view.month}-01`)}
            </h1>
            <MonthGrid view={view} rows={people} />
            <Legend rows={people} />
          </div>,
          document.body,
        )}
    </AmbiguousNames>
  );
}

/** Undefined for the current month. */
const useMonth = (): string | undefined =>
  usePlace(({ params: { month = '' } }) => (isEnterableDay(`${month}-01`) ? month : undefined));

const concerns = ({ correction, settings, user }: LiveChange): boolean =>
  Boolean(correction?.leave || settings || user);

/** Fetches the month and studio in the URL, again each minute, since no live change reports colleagues' absences. */
function useCalendar() {
  const { studio } = useParams('studio');
  return useLiveQuery('leaveCalendar', concerns, {
    input: { month: useMonth(), studio },
    refetchInterval: usePollingMs() || MS_PER_MINUTE,
    placeholderData: keepPreviousData,
  });
}

function DayList({ view }: { view: LeaveCalendar }) {
  const days = daysOf(view).flatMap((day, at) => {
    const away = view.people.flatMap((person) => {
      const absences = absencesOn(person, at, day);
      return absences.length > 0 ? { ...person, absences } : [];
    });
    return away.length > 0 ? { day, away } : [];
  });
  if (days.length === 0)
    return <Empty icon={<CalendarOff size={32} />} title="Nobody is on leave this month" />;
  return (
    <ul aria-label="Days" className="divide-y divide-line">
      {days.map(({ day, away }) => (
        <li key={day} className="grid gap-2 px-4 py-3">
          <h3 className="text-sm font-semibold">
            {weekdayNameOf(day)}, {formatDate(day, 'UTC')}
            {day === view.today && <span className="text-accent"> Today</span>}
          </h3>
          <ul className="grid gap-1.5 text-sm">
            {away.map(({ id, name, absences }) => (
              <li key={id} className="flex items-center gap-3">
                {absences.map((one) => (
                  <AbsenceMark
                    key={`${one.name} ${one.half}`}
                    of={{ ...one, half: null }}
                    className="w-7 shrink-0"
                  />
                ))}
                <span className="min-w-0 grow wrap-anywhere">{name}</span>
                <span className="shrink-0 text-muted">{absenceText(absences)}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
