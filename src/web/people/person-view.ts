import { say, textTable } from '#texts/say';
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

const PASSWORD_CHANGE_TEXTS: Readonly<Record<string, string>> = textTable({
  changed: 'personChange.passwordChanged',
  first: 'personChange.passwordFirst',
  reset: 'personChange.passwordReset',
  set: 'personChange.passwordSet',
  link: 'personChange.passwordLink',
});

const CHANGE_TEXTS = textTable<Exclude<PersonChange['kind'], 'employee_updated' | 'password_changed'>>({
  employee_registered: 'personChange.registered',
  employee_added: 'personChange.added',
  employee_deactivated: 'personChange.deactivated',
  employee_reactivated: 'personChange.activated',
  employee_approved: 'personChange.approved',
  employee_refused: 'personChange.declined',
  identity_linked: 'personChange.connected',
  second_factor_added: 'personChange.factorAdded',
  second_factor_removed: 'personChange.factorRemoved',
  second_factors_reset: 'personChange.factorsReset',
  recovery_codes_renewed: 'personChange.codesRenewed',
  recovery_code_used: 'personChange.codeUsed',
  entry_closed: 'personChange.entryClosed',
  correction_asked: 'personChange.correctionAsked',
  correction_made: 'personChange.corrected',
  correction_proposed: 'personChange.correctionProposed',
  correction_declared: 'personChange.correctionDeclared',
  correction_sent_back: 'personChange.sentBack',
  correction_agreed: 'personChange.correctionAgreed',
  correction_declined: 'personChange.correctionDeclined',
  correction_withdrawn: 'personChange.correctionWithdrawn',
  correction_objected: 'personChange.correctionObjected',
  correction_kept: 'personChange.correctionKept',
  correction_taken_back: 'personChange.correctionTakenBack',
  correction_undone: 'personChange.decisionUndone',
  leave_granted: 'personChange.allowanceSet',
  leads_saved: 'personChange.leadsSaved',
  badge_added: 'personChange.badgeAdded',
  badge_removed: 'personChange.badgeRemoved',
  pin_changed: 'personChange.pinChanged',
});

const LEAVE_CHANGE_TEXTS: Readonly<Partial<typeof CHANGE_TEXTS>> = textTable({
  correction_asked: 'personChange.leaveAsked',
  correction_made: 'personChange.leaveMade',
  correction_proposed: 'personChange.leaveProposed',
  correction_declared: 'personChange.leaveMade',
  correction_agreed: 'personChange.leaveAgreed',
  correction_declined: 'personChange.leaveDeclined',
  correction_withdrawn: 'personChange.leaveWithdrawn',
  correction_objected: 'personChange.leaveObjected',
  correction_kept: 'personChange.leaveKept',
  correction_taken_back: 'personChange.leaveTakenBack',
});

/** Describes each changed field: 'Hub: none → Compliance Hub'. */
export function changeTexts({ kind, details, how = '', isLeave }: PersonChange): readonly string[] {
  if (kind === 'password_changed') return [PASSWORD_CHANGE_TEXTS[how] ?? say('personChange.password')];
  if (kind !== 'employee_updated') return [(isLeave && LEAVE_CHANGE_TEXTS[kind]) || CHANGE_TEXTS[kind]];
  return details.map(({ name, from, to }) => {
    if (name === 'role')
      return to === 'admin' ? say('personChange.madeAdmin') : say('personChange.noLongerAdmin');
    const field = name in LABELS ? LABELS[name as EmployeeField] : name;
    if (to === undefined) return say('personChange.changed', { field });
    return say('personChange.fromTo', {
      field,
      was: from || say('personChange.none'),
      is: to || say('personChange.none'),
    });
  });
}
