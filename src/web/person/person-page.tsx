/** A tab shows the person's month, leave or details. The facts stand beside it. */
import { say } from '#texts/say';
import { ChevronLeft, ChevronRight, CalendarOff, FileChartColumn, Pencil } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { initials } from '#domain/people/employee';
import { formatMonth } from '#domain/time/format';
import { addDays, isEnterableDay, monthBefore, monthOf, type DayRange } from '#domain/time/workplace-day';
import { closeOver, openOver, setParams, usePlace } from '#web/browser/navigation.ts';
import { PERSON_PAGE } from '#web/browser/place.ts';
import { AdminLock } from '#web/corrections/admin-lock.tsx';
import { lockReason, toLockInput } from '#web/corrections/correct.tsx';
import { AmbiguousNames, PersonName } from '#web/frame/person-name.tsx';
import { PersonBadges } from '#web/people/employee-list.tsx';
import { useOpenedPerson, type ShownPerson } from '#web/people/use-person.ts';
import { openReportOf } from '#web/reports/report-address.ts';
import { BarTotals } from '#web/timeline/figures.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Section } from '#web/ui/section.tsx';
import { SegmentedBar } from '#web/ui/segmented.tsx';
import { DAY_CELLS, Loading, Skeleton, SkeletonRows, Skeletons } from '#web/ui/skeleton.tsx';
import { PersonAccount } from './person-account.tsx';
import { PersonBars, usePersonBars } from './person-bars.tsx';
import { Fields, PersonFacts } from './person-facts.tsx';
import { PersonKiosk } from './person-kiosk.tsx';
import { LeadAssignments, PersonLeave, PersonSchedule } from './person-plans.tsx';

const TABS = { month: 'person.month', leave: 'leave.title', details: 'person.details' } as const;
const TAB_NAMES = ['month', 'leave', 'details'] as const;

export default function PersonPage({ id }: { id: string }) {
  const month = usePlace(({ params }) =>
    isEnterableDay(`${params['month']}-01`) ? params['month'] : undefined,
  );
  const range = month === undefined ? undefined : monthOf(`${month}-01`);
  const { shown, query, isGone, people, known } = useOpenedPerson(id, PERSON_PAGE, range);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const name = useId();
  const user = shown?.view.user;
  return (
    <AmbiguousNames people={people}>
      <section aria-labelledby={name} className="grid grid-cols-1 gap-4 pt-4">
        <header className="flex flex-wrap items-center gap-3">
          <Button
            look="quiet"
            size="square"
            aria-label={say('person.back')}
            className="-mx-2"
            icon={<ChevronLeft size={20} />}
            onClick={() => closeOver(PERSON_PAGE)}
          />
          <Avatar letters={known ? initials(known.name) : ''} of={id} />
          <div className="min-w-0 grow">
            <h2 ref={heading} id={name} tabIndex={-1} className="text-lg font-semibold wrap-anywhere">
              {known ? <PersonName person={known} /> : say('role.employee')}
            </h2>
            {user ? <PersonBadges user={user} /> : <Skeleton className="mt-0.5 h-5 w-20" />}
          </div>
          {shown && !isGone && (
            <div className="flex gap-2 max-sm:basis-full max-sm:*:grow">
              <Button icon={<Pencil size={18} />} onClick={() => openOver('edit')}>
                {say('common.edit')}
              </Button>
              {user?.role === 'employee' && (
                <Button icon={<FileChartColumn size={18} />} onClick={() => report(shown, month)}>
                  {say('board.report')}
                </Button>
              )}
            </div>
          )}
        </header>
        {isGone ? (
          <Problem tone="warning" title={say('person.gone')} text={say('person.goneText')} />
        ) : (
          <LoadFailure title={say('person.notLoaded')} query={query} isStale waiting={WAITING} />
        )}
        {shown && !isGone && (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <Card
              aria-label={say('person.facts')}
              className="grid gap-4 p-4 max-lg:not-has-[section]:hidden lg:order-1"
            >
              <PersonFacts shown={shown} />
              <div className="max-lg:hidden">
                <Fields user={shown.view.user} zone={shown.zone} />
              </div>
            </Card>
            <Views shown={shown} month={month} isLoading={query.isPlaceholderData} />
          </div>
        )}
      </section>
    </AmbiguousNames>
  );
}

/** Opens the report of the chosen month, else of the last month, which is over. */
function report({ view: { user }, today }: ShownPerson, month: string | undefined): void {
  const range = month === undefined ? monthBefore(today.day) : monthOf(`${month}-01`);
  void openReportOf(user.id, range, !user.isActive);
}

const DaysSkeleton = () => (
  <div>
    <SkeletonRows count={12} cells={DAY_CELLS} className="min-h-8 border-transparent" />
  </div>
);

const WAITING = (
  <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
    <Loading />
    <Card className="grid content-start gap-3 p-4 lg:order-1">
      <Skeletons count={6} className="h-9" />
    </Card>
    <div className="grid grid-cols-1 gap-4">
      <Skeleton className="h-11 w-56" />
      <Card className="px-4 py-2 sm:px-6">
        <DaysSkeleton />
      </Card>
    </div>
  </div>
);

interface ViewsProps {
  shown: ShownPerson;
  /** Undefined for this month. */
  month: string | undefined;
  /** True while another month than the shown one is loaded. */
  isLoading: boolean;
}

function Views({ shown, month, isLoading }: ViewsProps) {
  const { view, zone, today } = shown;
  const { user } = view;
  const tabs = TAB_NAMES.filter((name) => name !== 'leave' || user.role === 'employee');
  const tab = usePlace(({ params }) => tabs.find((name) => name === params['tab']) ?? 'month');
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedBar
          label={say('person.views')}
          options={tabs.map((name) => ({ name, label: say(TABS[name]) }))}
          chosen={tab}
          onChoose={(name) => setParams({ tab: name === 'month' ? undefined : name })}
        />
      </div>
      <Card aria-label={say(TABS[tab])} className="grid gap-6 p-4 sm:p-6">
        {tab === 'month' && (
          <PersonMonth
            shown={shown}
            month={monthOf(month === undefined ? today.day : `${month}-01`)}
            isLoading={isLoading}
          />
        )}
        {tab === 'leave' && <PersonLeave user={user} zone={zone} />}
        {tab === 'details' && (
          <>
            <div className="lg:hidden">
              <Fields user={user} zone={zone} />
            </div>
            {user.role === 'employee' && <PersonSchedule shown={shown} />}
            {user.role === 'employee' && <LeadAssignments view={view} today={today.day} />}
            <Section title={say('person.account')}>
              <PersonAccount shown={shown} />
            </Section>
            <Section title={say('kioskAccess.title')}>
              <PersonKiosk user={user} zone={zone} />
            </Section>
          </>
        )}
      </Card>
    </div>
  );
}

function PersonMonth({
  shown,
  month,
  isLoading,
}: {
  shown: ShownPerson;
  month: DayRange;
  isLoading: boolean;
}) {
  const { today } = shown;
  const its = usePersonBars(shown, month);
  const name = formatMonth(month.first);
  const isPresent = today.day <= month.last;
  const go = (day: string) =>
    setParams({ month: day.slice(0, 7) === today.day.slice(0, 7) ? undefined : day.slice(0, 7) });
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Step
          label={say('person.previousMonth')}
          className="-ms-3"
          onClick={() => go(monthBefore(month.first).first)}
        >
          <ChevronLeft size={20} />
        </Step>
        <h3 aria-live="polite" className="font-semibold">
          {name}
        </h3>
        <Step
          label={say('person.nextMonth')}
          isBlocked={isPresent}
          onClick={() => go(addDays(month.last, 1))}
        >
          <ChevronRight size={20} />
        </Step>
        {!isPresent && (
          <Button size="small" onClick={() => go(today.day)}>
            {say('person.thisMonth')}
          </Button>
        )}
        <div className="ms-auto">{!isLoading && <BarTotals bars={its.bars} />}</div>
      </div>
      <Locks shown={shown} days={its.days.map(({ day }) => day.day)} />
      {isLoading ? (
        <>
          <Loading />
          <DaysSkeleton />
        </>
      ) : its.days.length > 0 ? (
        <PersonBars of={its} shown={shown} label={say('person.daysOf', { range: name })} canEdit />
      ) : (
        <Empty icon={<CalendarOff size={32} />} title={say('person.noEntries', { month: name })} />
      )}
    </div>
  );
}

interface StepProps {
  label: string;
  className?: string;
  isBlocked?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Step = ({ label, children, ...button }: StepProps) => (
  <Button look="quiet" size="square" aria-label={label} icon={children} {...button} />
);

/** Says once why days of the month cannot be corrected. */
function Locks({ shown: { view, today, zone }, days }: { shown: ShownPerson; days: readonly string[] }) {
  const inputs = days.map((day) => toLockInput(day, { ...view, today: today.day, zone }));
  const reasons = new Map(inputs.map((input) => [lockReason(input), input]));
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 empty:hidden">
      {[...reasons].map(
        ([reason, input]) =>
          reason !== null && (
            <AdminLock key={reason} of={input}>
              {null}
            </AdminLock>
          ),
      )}
    </p>
  );
}
