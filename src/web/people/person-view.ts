import type { LiveChange } from '#contract/monitoring/live';
import type { PersonChange, PersonView } from '#contract/people/employees';
import { toDomainEmployment, toEpochMs } from '#contract/wire';
import { expectedOn } from '#domain/expected/expected';
import { isEmployedOn } from '#domain/people/employment';
import { isMonitored } from '#domain/people/employee';
import { rowOf, type MonitoringRow } from '#domain/day/monitoring';
import { arrivals, isTaggedLate } from '#domain/day/punctuality';
import type { Day, EpochMs } from '#domain/time/units';
import type { TimeEntry } from '#domain/entry/time-entry';
import { daysInRange, isWithin, type DayRange, type WorkplaceDay } from '#domain/time/workplace-day';
import { correctedRows, type CorrectedRow } from '#contract/corrections/rows';
import { barEntriesOf } from '#web/timeline/bar-entries.ts';
import type { BarInput } from '#web/timeline/use-bars.ts';
import { LABELS, type EmployeeField } from './employee-form.ts';

export const concernsPerson = ({ userId, settings, user, kind }: LiveChange, view: PersonView): boolean =>
  userId === view.user.id ||
  settings !== undefined ||
  // A change of another admin can make the shown person the last admin, who cannot be deactivated.
  user?.role === 'admin' ||
  kind === 'employee_updated';

/** Computes the person's current state by the rules of the board. */
export function personStateOf(
  view: PersonView,
  entries: readonly TimeEntry[],
  { now, today }: { readonly now: EpochMs; readonly today: WorkplaceDay },
): MonitoringRow {
  const todays = entries.filter(
    ({ clockIn, clockOut }) =>
      clockOut === null || isWithin(clockIn, today) || isWithin(clockOut, today) || clockIn >= today.start,
  );
  const { user, settings, calendar } = view;
  const person = {
    ...user,
    isActive: isMonitored(user),
    createdAt: toDomainEmployment(view.employment).at(-1)?.from,
  };
  return rowOf(person, todays, {
    now,
    today,
    days: calendar.days,
    settings,
    nightShiftHours: settings.nightShiftHours,
  });
}

export interface DayRow {
  /** A counted entry, a removed entry, or an entry that is only requested. */
  readonly row: CorrectedRow;
  readonly isLate: boolean;
}

export interface PersonDay {
  readonly day: WorkplaceDay;
  readonly bar: BarInput;
  readonly rows: readonly DayRow[];
  readonly changes: readonly PersonChange[];
}

/** Newest first, until today: days with entries, leave or changes, and workdays of the employment. */
export function daysOfPerson(
  view: PersonView,
  entries: readonly TimeEntry[],
  range: DayRange,
  today: Day,
): PersonDay[] {
  const { user, calendar, settings, settingsLoaded } = view;
  const days = daysInRange(calendar.days, range).filter(({ day }) => day <= today);
  const firsts = arrivals(entries, days);
  const rows = correctedRows(entries, view.corrections, calendar.timeZone, (at) =>
    days.some((one) => isWithin(at, one)),
  );
  const employment = toDomainEmployment(view.employment);
  return days
    .toReversed()
    .map((day): PersonDay => {
      const its = rows
        .filter(({ times }) => isWithin(times.clockIn, day))
        .toSorted((one, other) => one.times.clockIn - other.times.clockIn);
      const next = calendar.days.find(({ start }) => start === day.end);
      const isEmployed = user.role === 'employee' && isEmployedOn(employment, day);
      return {
        day,
        bar: { day, next, ...barEntriesOf(its), settings, isEmployed },
        rows: its.map((row) => {
          const first = firsts.get(day.day);
          const isFirst = row.entry !== null && first?.entry === row.entry;
          const isLate = isFirst && isTaggedLate(first, settingsLoaded ? settings : undefined);
          return { row, isLate };
        }),
        changes: view.changes.filter(({ at }) => isWithin(toEpochMs(at), day)).toReversed(),
      };
    })
    .filter(
      ({ day, bar, rows: its, changes }) =>
        its.length > 0 ||
        changes.length > 0 ||
        (bar.isEmployed === true && (day.holiday !== undefined || expectedOn(day, settings).minutes > 0)),
    );
}

const PASSWORD_CHANGE_TEXTS: Readonly<Record<string, string>> = {
  changed: 'Changed their password',
  first: 'Chose their own password',
  reset: 'Chose a new password by an emailed link',
  set: 'New password set',
  link: 'Made a link to a new password',
};

const CHANGE_TEXTS: Readonly<
  Record<Exclude<PersonChange['kind'], 'employee_updated' | 'password_changed'>, string>
> = {
  employee_registered: 'Registered',
  employee_added: 'Added',
  employee_deactivated: 'Deactivated',
  employee_reactivated: 'Activated',
  employee_approved: 'Approved',
  employee_refused: 'Declined',
  identity_linked: 'Connected single sign-on',
  second_factor_added: 'Added a second factor',
  second_factor_removed: 'Removed a second factor',
  second_factors_reset: 'Reset the second factor',
  recovery_codes_renewed: 'Renewed the recovery codes',
  recovery_code_used: 'Signed in by a recovery code',
  entry_closed: 'Closed an entry that was left open',
  correction_asked: 'Requested a correction',
  correction_made: 'Corrected hours',
  correction_proposed: 'Suggested a correction',
  correction_declared: 'Declared a correction',
  correction_sent_back: 'Suggested other times',
  correction_agreed: 'Approved a correction',
  correction_declined: 'Declined a correction',
  correction_withdrawn: 'Withdrew a correction',
  correction_objected: 'Objected to a correction',
  correction_kept: 'Kept a correction, with a reply',
  correction_taken_back: 'Undid a correction',
  correction_undone: 'Undid a decision',
  leave_granted: 'Set the leave allowance',
  leads_saved: 'Changed who they lead',
};

const LEAVE_CHANGE_TEXTS: Readonly<Partial<typeof CHANGE_TEXTS>> = {
  correction_asked: 'Requested leave',
  correction_made: 'Entered leave',
  correction_proposed: 'Suggested leave',
  correction_declared: 'Entered leave',
  correction_agreed: 'Approved leave',
  correction_declined: 'Declined leave',
  correction_withdrawn: 'Withdrew leave',
  correction_objected: 'Objected to leave',
  correction_kept: 'Kept leave, with a reply',
  correction_taken_back: 'Undid leave',
};

/** Describes each changed field: 'Hub: none → Compliance Hub'. */
export function changeTexts({ kind, details, how = '', isLeave }: PersonChange): readonly string[] {
  if (kind === 'password_changed') return [PASSWORD_CHANGE_TEXTS[how] ?? 'Password changed'];
  if (kind !== 'employee_updated') return [(isLeave && LEAVE_CHANGE_TEXTS[kind]) || CHANGE_TEXTS[kind]];
  return details.map(({ name, from, to }) => {
    if (name === 'role') return to === 'admin' ? 'Made an administrator' : 'No longer an administrator';
    const label = name in LABELS ? LABELS[name as EmployeeField] : name;
    return to === undefined ? `${label} changed` : `${label}: ${from || 'none'} → ${to || 'none'}`;
  });
}
