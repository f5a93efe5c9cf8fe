/** Hours and absences of a team, opened over a dashboard: a week or month with a row per person, on phones lists. */
import { say } from '#texts/say';
import { Rss, Users } from 'lucide-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CALENDAR_PAGE_SIZE, type LeaveCalendar } from '#contract/leave/calendar';
import type { LiveChange } from '#contract/monitoring/live';
import type { InputOf } from '#contract/routes';
import type { DayBar } from '#domain/day/day-bar';
import { dayIn } from '#domain/time/format';
import { MS_PER_MINUTE, type Day } from '#domain/time/units';
import { closeOver, openOver, setParams } from '#web/browser/navigation.ts';
import { LiveFailure } from '#web/live/live-strip.tsx';
import { useTitle } from '#web/session/workplace.ts';
import { AmbiguousNames, useIsPersonDialogOpen } from '#web/frame/person-name.tsx';
import { usePollingMs } from '#web/live/live-updates.ts';
import { useLiveQuery, useRefetchOnChange } from '#web/live/use-live-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Overlay } from '#web/ui/overlay.tsx';
import { now } from '#web/time/clock.ts';
import { Pager, usePrinting } from '#web/ui/pager.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import { Legend, type Row } from './absences.tsx';
import { AwayList } from './away-list.tsx';
import type { OpenDay } from './day-cell.tsx';
import { TeamGrid } from './team-grid.tsx';
import { TeamWeeks } from './team-weeks.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';
import { rangeText, Toolbar, useWanted, type Wanted } from './toolbar.tsx';

const AddressDialog = onDemand(() => import('./address-dialog.tsx'));
const DayDialog = onDemand(() => import('./day-dialog.tsx'));

interface OpenedDay {
  readonly person: Row;
  readonly bar: DayBar;
}

export default function Calendar({ isAdmin = false }: { isAdmin?: boolean }) {
  const isPhone = usePhone();
  const wanted = useWanted(isAdmin);
  const { isTeam, span, day, studio, page } = wanted;
  const list = useCalendar(isPhone ? { span: 'ahead', day, studio } : { span, day, studio, page });
  const { data: view } = list;
  const [isSubscribing, setSubscribing] = useState(false);
  const [opened, setOpened] = useState<OpenedDay | null>(null);
  const isPersonOpen = useIsPersonDialogOpen();
  const title = !isTeam
    ? say('leave.whoIsOn')
    : span === 'week' || isPhone
      ? say('calendar.teamWeek')
      : say('calendar.teamMonth');
  useTitle(title, 1);
  // Keep the last loaded answer, so that the toolbar stays usable while another one loads or has failed.
  const last = useRef(view);
  if (view) last.current = view;
  const shared = {
    canOpen: isAdmin,
    onOpen: (person: Row, bar: DayBar) => (isAdmin ? openOver(person.id) : setOpened({ person, bar })),
  };
  return (
    <>
      <Overlay
        title={title}
        isWide
        isCovered={isPersonOpen || isSubscribing || opened !== null}
        aside={
          (isAdmin || view?.isLead) && (
            <Button size="small" icon={<Rss size={16} />} onClick={() => setSubscribing(true)}>
              {say('calendar.subscribe')}
            </Button>
          )
        }
        onClose={() => closeOver('away')}
      >
        <Toolbar view={last.current ?? { today: deviceDay(), studios: [] }} wanted={wanted} />
        <LiveFailure
          title={say('calendar.notLoaded')}
          query={list}
          isStale
          className="p-4 sm:px-6"
          waiting={<SkeletonRows count={8} cells={ROW_CELLS} className="px-4 sm:px-6" />}
        />
        {view && (
          <AmbiguousNames people={view.people}>
            <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-50' : ''}>
              {view.count === 0 ? (
                <Empty
                  icon={<Users size={32} />}
                  title={say('calendar.nobody')}
                  action={
                    studio !== undefined && (
                      <Button size="small" onClick={() => setParams({ studio: undefined })}>
                        {say('calendar.allStudios')}
                      </Button>
                    )
                  }
                />
              ) : isPhone ? (
                <AwayList view={view} isNow={day === undefined} />
              ) : (
                <Grid
                  view={view}
                  title={say('calendar.titleOf', { title, range: rangeText(view) })}
                  page={page}
                  {...shared}
                />
              )}
            </div>
          </AmbiguousNames>
        )}
        {isPhone && isTeam && view?.isLead && <Weeks wanted={wanted} {...shared} />}
      </Overlay>
      {isSubscribing && <AddressDialog scope="people" onClose={() => setSubscribing(false)} />}
      {opened && (
        <DayDialog
          name={opened.person.name}
          bar={opened.bar}
          zone={view?.work?.timeZone ?? 'UTC'}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

const ROW_CELLS = ['h-4 w-32 shrink-0', 'h-3 grow', 'h-4 w-16'];

const deviceDay = (): Day => dayIn(now(), new Intl.DateTimeFormat().resolvedOptions().timeZone);

const concerns = ({ userId, correction, settings, user }: LiveChange, view: LeaveCalendar): boolean =>
  Boolean(correction?.leave || settings || user) ||
  view.people.some((one: Row) => one.id === userId && one.hours);

const REFETCH_BATCH_MS = 500;

/** Fetches again each minute, too, since no live change reports colleagues' absences. */
function useCalendar(input: InputOf<'leaveCalendar'>) {
  useRefetchOnChange('leaveCalendar', 'team', REFETCH_BATCH_MS);
  return useLiveQuery('leaveCalendar', concerns, {
    input,
    batchMs: REFETCH_BATCH_MS,
    refetchInterval: usePollingMs() || MS_PER_MINUTE,
    placeholderData: keepPreviousData,
  });
}

interface GridProps {
  view: LeaveCalendar;
  title: string;
  page: number;
  canOpen: boolean;
  onOpen: OpenDay;
}

const pagingOf = ({ count }: LeaveCalendar, page: number) => ({
  page,
  pageSize: CALENDAR_PAGE_SIZE,
  count,
  onPage: (next: number) => setParams({ page: next === 0 ? undefined : String(next) }),
});

function Grid({ view, title, page, ...shared }: GridProps) {
  const isPrinting = usePrinting();
  const keys = useArrowKeys<HTMLDivElement>();
  return (
    <>
      <Legend rows={view.people} />
      <div
        {...keys}
        className="relative overflow-x-auto border-t border-line"
        role="group"
        aria-label={say('calendar.days')}
      >
        <TeamGrid view={view} title={title} {...shared} />
      </div>
      <Pager label={say('calendar.pages')} paging={pagingOf(view, page)} />
      {isPrinting &&
        createPortal(
          <div className="print-sheet print-across hidden print:block">
            <h1 className="mb-1 text-base font-semibold">{title}</h1>
            <TeamGrid view={view} title={title} {...shared} canOpen={false} />
            <Legend rows={view.people} />
          </div>,
          document.body,
        )}
    </>
  );
}

function Weeks({
  wanted: { day, studio, page },
  ...shared
}: Pick<GridProps, 'canOpen' | 'onOpen'> & { wanted: Wanted }) {
  const query = useCalendar({ span: 'week', day, studio, page });
  return (
    <section className="grid gap-2 border-t border-line py-3">
      <h3 className="px-4 font-semibold">{query.data ? rangeText(query.data) : say('calendar.week')}</h3>
      <LiveFailure
        title={say('calendar.weekNotLoaded')}
        query={query}
        isStale
        className="px-4"
        shape="m-4 h-64"
      />
      {query.data && <TeamWeeks view={query.data} {...shared} />}
      {query.data && <Pager label={say('calendar.weekPages')} paging={pagingOf(query.data, page)} />}
    </section>
  );
}
