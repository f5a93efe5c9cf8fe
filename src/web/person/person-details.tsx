/** spec §2 detail modal. */
import { FileChartColumn, Pencil } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { User } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { formatDate } from '#domain/time/format';
import { monthBefore } from '#domain/time/workplace-day';
import { summarise, type DayTotal } from '#domain/day/summary';
import { formatDuration, MINUTES_PER_HOUR, type EpochMs } from '#domain/time/units';
import { openOver } from '#web/browser/navigation.ts';
import { openReportOf } from '#web/reports/report-address.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { Section } from '#web/ui/section.tsx';
import { useNow } from '#web/time/use-now.tsx';
import { weekdayName } from '#domain/time/weekday';
import { classes } from '#web/ui/classes.ts';
import { PersonAccount } from './person-account.tsx';
import { PersonDays } from './person-days.tsx';
import { LeadAssignments, PersonLeave, PersonSchedule } from './person-plans.tsx';
import { PersonState } from './person-state.tsx';
import type { ShownPerson } from '#web/people/use-person.ts';

/** Hides the icons on the narrowest phones, so that three buttons fit. */
const NARROW = 'max-[22rem]:[&_svg]:hidden';

interface PersonDetailsProps {
  shown: ShownPerson;
  isBackFromEditing: boolean;
  onClose: () => void;
}

export function PersonDetails({ shown, isBackFromEditing, onClose }: PersonDetailsProps) {
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBackFromEditing) edit.current?.focus();
  }, [isBackFromEditing]);
  const { view, zone, today, entries } = shown;
  const { user } = view;
  const isEmployee = user.role === 'employee';
  const report = () => void openReportOf(user.id, monthBefore(today.day), !user.isActive);
  return (
    <>
      <DialogBody isText>
        {(isEmployee || entries.length > 0) && <PersonState shown={shown} />}
        <Fields user={user} zone={zone} />
        {isEmployee && <PersonSchedule shown={shown} />}
        {isEmployee && <PersonLeave user={user} zone={zone} />}
        {isEmployee && <LeadAssignments view={view} today={today.day} />}
        {(isEmployee || entries.length > 0) && <PersonWeek shown={shown} />}
        <Section title="Last 14 days">
          <PersonDays shown={shown} />
        </Section>
        <Section title="Account">
          <PersonAccount shown={shown} />
        </Section>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          ref={edit}
          look={isEmployee ? 'secondary' : 'primary'}
          icon={<Pencil size={18} />}
          className={NARROW}
          onClick={() => openOver('edit')}
        >
          Edit
        </Button>
        {isEmployee && (
          <Button look="primary" icon={<FileChartColumn size={18} />} className={NARROW} onClick={report}>
            Report
          </Button>
        )}
      </DialogActions>
    </>
  );
}

const Fields = ({ user, zone }: { user: User; zone: string }) => (
  <dl className="grid grid-cols-[11fr_9fr] gap-x-4 gap-y-2">
    <Field name="Employee ID">{user.employeeId}</Field>
    {user.employedSince !== '' && <Field name="Employed since">{formatDate(user.employedSince, zone)}</Field>}
    {user.payrollNumber !== '' && <Field name="Payroll Number">{user.payrollNumber}</Field>}
    <Field name="Position">{user.position}</Field>
    <Field name="Department">{user.department}</Field>
    <Field name="Hub">{user.hub || '-'}</Field>
    <Field name="Email">
      <Address of={user.email} />
    </Field>
    <Field name="Member Since">{formatDate(toEpochMs(user.createdAt), zone)}</Field>
  </dl>
);

/** Lets a long email address break before the '@'. */
const Address = ({ of }: { of: string }) => {
  const at = of.lastIndexOf('@');
  return [of.slice(0, at), <wbr key="host" />, of.slice(at)];
};

const Field = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="text-sm wrap-anywhere">{children}</dd>
  </div>
);

const BAR_HEIGHT_PX = 64;

function PersonWeek({ shown }: { shown: ShownPerson }) {
  const { view, entries, today } = shown;
  const { days: calendar } = view.calendar;
  const weekAt = (now: EpochMs) =>
    summarise({ entries, days: calendar, today: today.day, settings: view.settings, now });
  const days = JSON.parse(
    useNow((now) =>
      JSON.stringify(weekAt(now).weekByDay.map((day) => ({ ...day, minutes: Math.floor(day.minutes) }))),
    ),
  ) as DayTotal[];
  const total = useNow((now) => {
    const { weekMinutes, week } = weekAt(now);
    return `${formatDuration(weekMinutes)} of ${formatDuration(week.targetMinutes)}`;
  });
  const top = Math.max(
    MINUTES_PER_HOUR,
    ...days.map(({ minutes, targetMinutes }) => Math.max(minutes, targetMinutes)),
  );
  return (
    <Section title="This week" aside={<p className="text-sm text-muted tabular-nums">{total}</p>}>
      <ol aria-label="Hours of this week" className="grid grid-cols-7 gap-2">
        {days.map((day) => (
          <Bar key={day.day} day={day} top={top} isToday={day.day === today.day} />
        ))}
      </ol>
    </Section>
  );
}

const Bar = ({ day, top, isToday }: { day: DayTotal; top: number; isToday: boolean }) => {
  const { minutes, targetMinutes, weekday } = day;
  const [height, target] = [(minutes / top) * BAR_HEIGHT_PX, (targetMinutes / top) * BAR_HEIGHT_PX];
  return (
    <li title={formatDate(day.day, 'UTC')} className="min-w-0 text-center text-xs">
      <p aria-hidden className="flex h-8 items-end justify-center font-semibold tabular-nums sm:h-4">
        {minutes > 0 && formatDuration(minutes)}
      </p>
      <svg aria-hidden width="100%" height={BAR_HEIGHT_PX} className="block overflow-visible">
        {target > 0 && (
          <rect
            x="12%"
            width="76%"
            y={BAR_HEIGHT_PX - target}
            height={target}
            rx={4}
            strokeWidth={1}
            className="fill-transparent stroke-control forced-colors:stroke-[GrayText]"
          />
        )}
        {height > 0 && (
          <rect
            x="12%"
            width="76%"
            y={BAR_HEIGHT_PX - height}
            height={height}
            rx={Math.min(4, height / 2)}
            className={classes(isToday ? 'fill-accent' : 'fill-accent-mid', 'forced-colors:fill-[Highlight]')}
          />
        )}
        <line x1="0" x2="100%" y1={BAR_HEIGHT_PX} y2={BAR_HEIGHT_PX} className="stroke-control" />
      </svg>
      <p className={classes('mt-1 truncate', isToday ? 'font-semibold' : 'text-muted')}>
        {weekdayName(weekday)}
      </p>
      <span className="sr-only">
        : {formatDuration(minutes)}
        {targetMinutes > 0 && ` of ${formatDuration(targetMinutes)}`}
      </span>
    </li>
  );
};
