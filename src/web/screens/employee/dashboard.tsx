/** spec §2 Employee Dashboard. A phone shows the clock or the timesheet. */
import { say, type PlainKey } from '#texts/say';
import { CalendarCheck, CalendarDays, CalendarOff, Clock } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useId, useState } from 'react';
import type { User } from '#contract/records';
import { waitingSide } from '#domain/correction/state';
import { clockOutQuestion } from '#domain/entry/forgotten-clock-out';
import { isEndMissing, statusOf } from '#domain/entry/time-entry';
import { dayIn } from '#domain/time/format';
import { isDay } from '#domain/time/workplace-day';
import { storePreference, readPreference } from '#web/browser/preferences.ts';
import { goTo, openOver, useOpened, usePlace } from '#web/browser/navigation.ts';
import { useLanguage } from '#web/browser/language.ts';
import { useTitle } from '#web/session/workplace.ts';
import { DefaultsNote } from '#web/live/live-strip.tsx';
import { Frame } from '#web/frame/frame.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { classes } from '#web/ui/classes.ts';
import { panelProps, TabList, type TabItem } from '#web/ui/tabs.tsx';
import { Toasts } from '#web/ui/toast.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import type { QuickActionSet } from '#web/frame/quick-actions.tsx';
import { usePunchClock } from '#web/clock/use-punch-clock.ts';
import type { Clock as ClockData } from '#web/clock/clock-view.ts';
import { ClockWidget } from '#web/clock/clock-widget.tsx';
import { Summary } from '#web/clock/timesheet/summary.tsx';
import { TodaysActivity } from '#web/clock/todays-activity.tsx';
import { viewAt, Workday, type WorkdayView } from '#web/clock/workday.tsx';

function CardShape({ title, isTall = false }: { title: PlainKey; isTall?: boolean }) {
  return <Skeleton className={classes('p-4 sm:p-6', isTall ? 'h-64' : 'h-48')}>{say(title)}</Skeleton>;
}

// The code of the parts below is loaded after the clock is drawn.
const PayPeriod = onDemand(
  () => import('#web/periods/pay-period.tsx'),
  <CardShape title="payPeriod.title" />,
  'payPeriod.notLoaded',
);
const LeaveCard = onDemand(
  () => import('#web/leave/leave-card.tsx'),
  <CardShape title="leave.title" />,
  'leave.notLoaded',
);
const Calendar = onDemand(() => import('#web/leave/calendar/calendar.tsx'));
const Timesheet = onDemand(
  () => import('#web/clock/timesheet/timesheet.tsx'),
  <CardShape title="timesheet.title" isTall />,
  'timesheet.notLoaded',
);
const Reminder = onDemand(() => import('#web/clock/reminder.tsx'), null, 'reminder.notLoaded');
const KeptPressesCard = onDemand(() => import('#web/clock/kept-presses-card.tsx'));
const PeriodList = onDemand(() => import('#web/periods/period-list.tsx'), null, 'payPeriod.notLoaded');

/** Icon, count and panel of the Team tab. Only team leads load this code. */
const Team = onDemand(() => import('#web/team/team.tsx'), null, 'team.notLoaded');

const clockTab = () => ({ label: say('tab.clock'), icon: <Clock size={18} /> });
const timesheetTab = () => ({ label: say('tab.timesheet'), icon: <CalendarDays size={18} /> });
const leaveTab = () => ({ label: say('tab.leave'), icon: <CalendarOff size={18} /> });
const teamTab = () => ({ label: say('tab.team'), icon: <Team part="icon" />, mark: <Team part="mark" /> });

export default function EmployeeDashboard({ user }: { user: User }) {
  const id = useId();
  const isPhone = usePhone();
  const [isLead, setLead] = useState(false);
  const named = usePlace(viewAt);
  // A wider screen shows clock and timesheet together, so it needs no timesheet tab.
  const first: TabItem<WorkdayView> = { name: 'clock', ...clockTab() };
  const tabs = [
    first,
    ...(isPhone ? [{ name: 'timesheet', ...timesheetTab() } as const] : []),
    { name: 'leave', ...leaveTab() } as const,
    ...(isLead ? [{ name: 'team', ...teamTab() } as const] : []),
  ];
  const { name: chosen, label } = tabs.find(({ name }) => name === named) ?? first;
  // The tab responds at once; its panel is drawn later.
  const view = useDeferredValue(chosen);
  useTitle(label);
  return (
    <Toasts>
      <Frame user={user} quickActions={quickActions}>
        <TabList
          id={id}
          label={say('tab.workspace')}
          tabs={tabs}
          chosen={chosen}
          onChoose={(name) => goTo(name === 'clock' ? [] : [name])}
        />
        <div {...(!isPhone && { className: 'pt-4', ...panelProps(id, view) })}>
          <WorkdayPanel
            user={user}
            view={view}
            panel={isPhone ? panelProps(id, view) : undefined}
            onLead={setLead}
          />
        </div>
      </Frame>
    </Toasts>
  );
}

interface WorkdayPanelProps {
  user: User;
  view: WorkdayView;
  /** ARIA props of a tab panel. Set only on a phone, where the day is split into tabs. */
  panel: object | undefined;
  onLead: (isLead: boolean) => void;
}

function WorkdayPanel({ user, view, panel, onLead }: WorkdayPanelProps) {
  const { clock, query } = usePunchClock();
  const isLead = clock?.view.isLead ?? false;
  useEffect(() => onLead(isLead), [onLead, isLead]);
  // The clock is drawn first, so that its buttons work early; the rest follows.
  const rest = useDeferredValue(clock, null);
  const [stillWorkingId, setStillWorkingId] = useState<string | null>(null);
  const shown = clock && asStillWorking(clock, stillWorkingId);
  // A team lead can also open the calendar from the Team tab.
  const isCalendarOpen = useOpened('away') !== undefined;
  const opened = usePlace(({ path }) => path.findLast((segment) => segment === 'periods' || isDay(segment)));
  return (
    <>
      <LoadFailure title={say('settingsFailure.title')} query={query} isShown={!clock} className="mb-4">
        <span className="block">{say('settingsFailure.text')}</span>
        <span className="block">
          {query.error?.message} {say('settingsFailure.retry')}
        </span>
      </LoadFailure>
      {rest && opened !== undefined && <PeriodList opened={opened} clock={rest} />}
      {view === 'team' && (
        <div {...panel}>
          <Team part="panel" />
        </div>
      )}
      {view === 'leave' && (
        <div {...panel} className="max-w-3xl">
          {rest ? (
            <LeaveCard zone={rest.zone} isShared={rest.view.settings.shareAway} />
          ) : (
            <CardShape title="leave.title" isTall />
          )}
        </div>
      )}
      {isCalendarOpen && <Calendar />}
      <Workday
        view={view}
        panel={panel}
        note={
          clock?.view.settingsLoaded === false && (
            <DefaultsNote onRetry={() => void query.refetch()}>{say('settingsFailure.safe')}</DefaultsNote>
          )
        }
        {...(shown && {
          clock: <ClockWithForgottenQuestion clock={shown} onStillWorking={setStillWorkingId} />,
        })}
        {...(rest && {
          waiting: (
            <>
              <KeptPressesCard key={user.id} owner={user.id} zone={rest.zone} />
              {rest.view.remindedOf !== null && <Reminder clock={rest} />}
              <CorrectionNotices clock={rest} />
            </>
          ),
          today: <TodaysActivity clock={asStillWorking(rest, stillWorkingId)} />,
          period: <PayPeriod zone={rest.zone} />,
          summary: <Summary clock={rest} />,
          ...((!panel || view === 'timesheet') && {
            timesheet: <Timesheet name={user.name} clock={rest} />,
          }),
        })}
      />
    </>
  );
}

const WaitingCard = onDemand(
  () => import('#web/corrections/waiting-card.tsx'),
  <Skeleton className="h-56" />,
  'waiting.notLoaded',
);

const CorrectionNotices = memo(function CorrectionNotices({ clock }: { clock: ClockData }) {
  useLanguage();
  const { corrections } = clock.view;
  // Name of the preference that stores when the last seen decision was made. Only later decisions are shown.
  const name = `refusals-seen-${corrections[0]?.userId ?? ''}`;
  const [seen, setSeen] = useState<string | null>(null);
  const seenUntil = seen ?? readPreference(name) ?? '';
  const waiting = corrections.filter(({ state }) => waitingSide(state) === 'employee');
  const answered = corrections.filter(
    ({ userId, decidedBy, decidedAt }) =>
      decidedBy !== null && decidedBy.id !== userId && (decidedAt ?? '') > seenUntil,
  );
  if (waiting.length + answered.length === 0) return null;
  const last = answered
    .map(({ decidedAt }) => decidedAt ?? '')
    .toSorted()
    .at(-1);
  const see = (until: string) => {
    storePreference(name, until);
    setSeen(until);
  };
  return (
    <WaitingCard
      title={waiting.length > 0 ? say('waiting.title') : say('waiting.about')}
      corrections={[...waiting, ...answered]}
      closed={clock.view.closed}
      zone={clock.zone}
      onSeen={last === undefined ? null : () => see(last)}
    />
  );
});

const ForgottenQuestion = onDemand(
  () => import('#web/clock/forgotten-question.tsx'),
  <Skeleton className="h-86 rounded-lg" />,
  'forgotten.notLoaded',
);

/** After the reply "still working" the entry is shown as open. Its hours count after the clock-out. */
function asStillWorking(clock: ClockData, id: string | null): ClockData {
  const current = clock.entries.find(
    (entry) => entry.id === id && isEndMissing(entry) && entry.setAsideAt === undefined,
  );
  return current ? { ...clock, current, status: statusOf({ ...current, isLeftOpen: undefined }) } : clock;
}

type ForgottenProps = { clock: ClockData; onStillWorking: (id: string) => void };

/** Asks about forgotten clock-outs at each visit. A phone first shows one line, so that Clock In stays visible. */
function ClockWithForgottenQuestion({ clock, onStillWorking }: ForgottenProps) {
  const [isLater, setLater] = useState(usePhone());
  const forgotten = clock.entries
    .filter((entry) => isEndMissing(entry) && entry !== clock.current)
    .toSorted((one, other) => one.clockIn - other.clockIn);
  const [asked] = forgotten;
  return (
    <>
      {asked && !isLater && (
        <ForgottenQuestion
          key={asked.id}
          entry={asked}
          clock={clock}
          remainingCount={forgotten.length - 1}
          onLater={() => setLater(true)}
          onStillHere={() => onStillWorking(asked.id)}
        />
      )}
      {asked && isLater && (
        <Button
          className="justify-start border-warning text-start"
          icon={<Clock size={20} className="shrink-0 text-warning" />}
          onClick={() => setLater(false)}
        >
          {clockOutQuestion(dayIn(asked.clockIn, clock.zone), clock.today)}
        </Button>
      )}
      <ClockWidget clock={clock} />
    </>
  );
}

/** Moves the focus one frame later, when the quick-action search has closed. */
function goToPart(path: readonly string[], part: string): void {
  goTo(path, {});
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`${part} button`)?.focus());
}

const quickActions = (): QuickActionSet => ({
  views: [
    {
      ...clockTab(),
      words: say('find.clockWords'),
      go: () => goToPart([], '#time-clock'),
    },
    {
      ...timesheetTab(),
      words: say('find.timesheetWords'),
      go: () => goToPart(['timesheet'], 'section[aria-labelledby=my-timesheet]'),
    },
    {
      ...leaveTab(),
      words: say('find.leaveWords'),
      go: () => goToPart(['leave'], '#ask-for-leave'),
    },
    {
      label: say('timesheet.payPeriods'),
      words: say('find.payPeriodWords'),
      icon: <CalendarCheck size={18} />,
      go: () => openOver('periods'),
    },
  ],
  actions: [],
});
