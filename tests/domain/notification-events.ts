/** Events of every kind that notifications tell of, and what each must be read back as. */
import fc from 'fast-check';
import type { ActivityEvent } from '#domain/entry/activity';
import { EMPLOYEE_DETAILS } from '#domain/people/employee';
import { hoursText } from '#domain/time/units';
import { decimalText, type TextKey } from '#texts/say';

/** Names with words of the sentences, and with what patterns and texts give a meaning. */
const NAME = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        ' clocked out after ',
        ' clocked ',
        ' out',
        ' was updated: ',
        ' (overtime)',
        ' after 8.0 h',
        'more than ',
        '(',
        '[',
        '{name}',
        '$&',
        '$1',
        '\\',
        '.*',
        'Ana',
        ' ',
        '\n',
        ' and waits for approval',
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map((pieces) => pieces.join('')),
  fc.string({ minLength: 1, unit: 'grapheme' }),
);
const TIME = fc.constantFrom('00:00', '09:12', '23:59');
const MINUTES = fc.oneof(fc.double({ min: 0, max: 3_000, noNaN: true }), fc.constantFrom(480, 480.5, 483));
const named = { userName: NAME };
export const NOTIFICATION_EVENT: fc.Arbitrary<ActivityEvent> = fc.oneof(
  fc.record({ ...named, kind: fc.constant('registered' as const), awaitsApproval: fc.boolean() }),
  fc.record({
    ...named,
    kind: fc.constant('clock_in' as const),
    time: TIME,
    lateness: fc.option(fc.record({ late: fc.boolean(), minutes: fc.nat(900) })),
  }),
  fc.record({
    ...named,
    kind: fc.constantFrom('clock_out' as const, 'stated' as const),
    workedMinutes: MINUTES,
  }),
  fc.record({ ...named, kind: fc.constant('closed' as const), adminName: NAME, workedMinutes: MINUTES }),
  fc.record({ ...named, kind: fc.constant('break_start' as const), time: TIME }),
  fc.record({ ...named, kind: fc.constant('break_end' as const), breakMinutes: MINUTES }),
  fc.record({
    ...named,
    kind: fc.constant('updated' as const),
    fields: fc.uniqueArray(fc.constantFrom(...EMPLOYEE_DETAILS, 'role', 'isActive', 'password'), {
      minLength: 1,
    }),
  }),
  fc.record({ ...named, kind: fc.constantFrom('added' as const, 'deactivated' as const) }),
);

const overtimeKey = (
  minutes: number,
  [plain, over, barelyOver]: readonly [TextKey, TextKey, TextKey],
): TextKey => (minutes <= 480 ? plain : hoursText(minutes, 1) === '8.0' ? barelyOver : over);

/** What must be read back, by the event alone. */
export function expectedReading(event: ActivityEvent): readonly [TextKey, Record<string, string>] {
  switch (event.kind) {
    case 'registered':
      return [event.awaitsApproval ? 'activity.registeredWaits' : 'activity.registered', {}];
    case 'clock_in':
      return event.lateness?.late
        ? ['activity.clockedInLate', { time: event.time, minutes: String(event.lateness.minutes) }]
        : ['activity.clockedIn', { time: event.time }];
    case 'clock_out':
    case 'stated':
    case 'closed': {
      const hours = decimalText(hoursText(event.workedMinutes, 1));
      const values = event.kind === 'closed' ? { hours, admin: event.adminName } : { hours };
      return [overtimeKey(event.workedMinutes, HOURS_KEYS[event.kind]), values];
    }
    case 'break_start':
      return ['activity.breakStarted', { time: event.time }];
    case 'break_end': {
      const isLong = event.breakMinutes > 60;
      const minutes = String(Math.round(event.breakMinutes));
      return [isLong ? 'activity.longBreakEnded' : 'activity.breakEnded', { minutes }];
    }
    case 'updated':
      return ['activity.updated', {}];
    default:
      return [event.kind === 'added' ? 'activity.added' : 'activity.deactivated', {}];
  }
}

const HOURS_KEYS = {
  clock_out: ['activity.clockedOut', 'activity.clockedOutOver', 'activity.clockedOutBarelyOver'],
  stated: ['activity.stated', 'activity.statedOver', 'activity.statedBarelyOver'],
  closed: ['activity.closed', 'activity.closedOver', 'activity.closedBarelyOver'],
} as const;
