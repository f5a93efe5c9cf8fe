/** spec §2 Employee Dashboard. A phone shows the clock or the timesheet. */
import { CalendarCheck, CalendarDays, Clock } from 'lucide-react';
import { useDeferredValue, useId } from 'react';
import type { User } from '#contract/records';
import { isDay } from '#domain/time/workplace-day';
import { goTo, openOver, usePlace } from '#web/browser/navigation.ts';
import { useTitle } from '#web/frame/title.ts';
import { DefaultsNote } from '#web/frame/live-strip.tsx';
import { Frame } from '#web/frame/frame.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { panelOf, TabList, type TabName } from '#web/ui/tabs.tsx';
import { Toasts } from '#web/ui/toast.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import type { QuickActionSet } from '#web/frame/quick-actions.tsx';
import { useClock } from './use-clock.ts';
import type { Clock as ClockData } from './clock-view.ts';
import { ClockWidget } from './clock-widget.tsx';
import { questionOf, useForgotten } from './forgotten.ts';
import { Summary } from './summary.tsx';
import { Timesheet } from './timesheet.tsx';
import { TodaysActivity } from './todays-activity.tsx';
import { WaitingCorrections } from './waiting-corrections.tsx';
import { viewAt, Workday, type View } from './workday.tsx';

const NO_PERIODS = 'Your pay periods could not be loaded.';
/** Loaded after the day is drawn. */
const PayPeriod = onDemand(
  () => import('./periods/pay-period.tsx'),
  <Skeleton className="h-48" />,
  NO_PERIODS,
);
const Reminder = onDemand(() => import('./reminder.tsx'), null, 'A reminder could not be loaded.');
const PeriodList = onDemand(() => import('./periods/period-list.tsx'), null, NO_PERIODS);

const VIEWS: readonly TabName<View>[] = [
  { name: 'clock', label: 'Clock', icon: <Clock size={18} /> },
  { name: 'timesheet', label: 'Timesheet', icon: <CalendarDays size={18} /> },
];
const PATHS: Readonly<Record<View, readonly string[]>> = { clock: [], timesheet: ['timesheet'] };

export default function EmployeeDashboard({ user }: { user: User }) {
  const id = useId();
  const isPhone = usePhone();
  const chosen = usePlace(viewAt);
  // The tab responds at once, the panel follows.
  const view = useDeferredValue(chosen);
  useTitle(isPhone && chosen === 'timesheet' ? 'Timesheet' : 'Clock');
  return (
    <Toasts>
      <Frame user={user} ways={WAYS}>
        <TabList
          id={id}
          label="Workspace"
          tabs={VIEWS}
          chosen={chosen}
          onChoose={(name) => goTo(PATHS[name])}
          isForPhones
        />
        <Day user={user} view={view} panel={isPhone ? panelOf(id, view) : undefined} />
      </Frame>
    </Toasts>
  );
}

interface DayProps {
  user: User;
  view: View;
  /** Set on a phone. */
  panel: object | undefined;
}

function Day({ user, view, panel }: DayProps) {
  const { clock, query } = useClock();
  // The clock is drawn first and answers presses; the rest follows.
  const rest = useDeferredValue(clock, null);
  const opened = usePlace(({ path }) => path.findLast((segment) => segment === 'periods' || isDay(segment)));
  return (
    <>
      <LoadFailure title="Error Loading Settings" query={query} isShown={!clock} className="mb-4">
        <span className="block">Failed to load settings</span>
        <span className="block">
          {query.error?.message} We also try again by ourselves. Your punches are safe.
        </span>
      </LoadFailure>
      {rest && opened !== undefined && <PeriodList opened={opened} clock={rest} />}
      <Workday
        view={view}
        panel={panel}
        note={
          clock?.view.settingsLoaded === false && (
            <DefaultsNote onRetry={() => void query.refetch()}>Your punches are safe.</DefaultsNote>
          )
        }
        {...(clock && { clock: <AskingClock clock={clock} /> })}
        {...(rest && {
          waiting: (
            <>
              {rest.view.remindedOf !== null && <Reminder clock={rest} />}
              <WaitingCorrections clock={rest} />
            </>
          ),
          today: <TodaysActivity clock={rest} />,
          period: <PayPeriod zone={rest.zone} />,
          summary: <Summary clock={rest} />,
          ...((!panel || view === 'timesheet') && {
            timesheet: (
              <Timesheet
                name={user.name}
                today={rest.today}
                leftOpen={rest.leftOpen}
                settings={rest.view.settings}
              />
            ),
          }),
        })}
      />
    </>
  );
}

const ForgottenQuestion = onDemand(
  () => import('./forgotten-question.tsx'),
  <Skeleton className="h-86 rounded-lg" />,
  'The question of when you left could not be loaded.',
);

/** On a phone the question is one line, so that Clock In stays in sight. */
function AskingClock({ clock }: { clock: ClockData }) {
  const forgotten = useForgotten(clock, usePhone());
  const { asked, isLater } = forgotten;
  return (
    <>
      {asked && !isLater && (
        <ForgottenQuestion key={asked.id} entry={asked} clock={clock} forgotten={forgotten} />
      )}
      {asked && isLater && (
        <Button
          className="justify-start border-warning text-left"
          icon={<Clock size={20} className="shrink-0 text-warning" />}
          onClick={forgotten.now}
        >
          {questionOf(asked, clock)}
        </Button>
      )}
      <ClockWidget clock={forgotten.clock} />
    </>
  );
}

/** Moves the focus after the finder has closed. */
function toPart(path: readonly string[], part: string): void {
  goTo(path, {});
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`${part} button`)?.focus());
}

const WAYS: QuickActionSet = {
  views: [
    {
      label: 'Clock',
      words: 'clock in clock out break punch',
      icon: <Clock size={18} />,
      go: () => toPart([], 'section[aria-label="Time clock"]'),
    },
    {
      label: 'Timesheet',
      words: 'my hours weeks months csv',
      icon: <CalendarDays size={18} />,
      go: () => toPart(['timesheet'], 'section[aria-labelledby=my-timesheet]'),
    },
    {
      label: 'Pay periods',
      words: 'confirm month hours payroll object',
      icon: <CalendarCheck size={18} />,
      go: () => openOver('periods'),
    },
  ],
  actions: [],
};
