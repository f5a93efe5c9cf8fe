import { say } from '#texts/say';
import type { InputOf } from '#contract/routes';
import { CLOCK_IN_MESSAGE_MS, CLOCK_OUT_MESSAGE_MS } from '#domain/entry/activity';
import { formatTime } from '#domain/time/format';
import {
  offeredPunches,
  STATUS_AFTER_PUNCH,
  type Punch,
  type TimeEntry,
  type WorkStatus,
} from '#domain/entry/time-entry';
import type { EpochMs } from '#domain/time/units';
import type { Failure } from '#web/api.ts';

/** Milliseconds after a punch in which the next button ignores presses: a double tap must not clock out. */
export const DOUBLE_TAP_MS = 800;
export const SLOW_PUNCH_MS = 5000;
/** The message of a clock-in ends with this pin if the location was recorded (spec §4). */
export const PIN_EMOJI = '📍';
/** Milliseconds to wait for the response. After that the punch may or may not be recorded. */
export const PUNCH_TIMEOUT_MS = 20_000;
/** Milliseconds. We chose this value, since spec §4 gives no duration for break messages. */
const BREAK_MESSAGE_MS = 3000;

/** A press of a punch button. A retry sends the same id and input, so a punch is never recorded twice. */
export interface Press {
  readonly punch: Punch;
  readonly requestId: string;
  readonly notes: string;
  /** Null while a clock-in still collects location and address. */
  readonly input: InputOf<'clockIn'> | null;
  /** Time of the last punch of this kind before the press. If newer data has a later one, the punch was recorded. */
  readonly lastPunchAt: EpochMs;
}

export type PunchState =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'pending';
      readonly press: Press;
      readonly since: EpochMs;
      readonly warnings: readonly string[];
    }
  | {
      readonly phase: 'done';
      readonly punch: Punch;
      readonly message: string;
      readonly warnings: readonly string[];
    }
  | Failed;

interface Failed {
  readonly phase: 'failed';
  readonly press: Press;
  readonly message: string;
  /** Text that says whether the punch was recorded. */
  readonly recorded: string;
  /** True if a retry makes sense. */
  readonly canRetry: boolean;
  /** 'unsent': the punch was not sent. 'missed': later data shows that the punch was not recorded. */
  readonly outcome: 'refused' | 'unknown' | 'unsent' | 'missed';
}

/** Labels of spec §2. */
export const PUNCH_WORDS = {
  clock_in: {
    label: 'punch.clockIn',
    pending: 'punch.pendingClockIn',
    notRecorded: 'punch.notRecordedClockIn',
    unknown: 'punch.unknownClockIn',
    recordedAt: 'punch.recordedClockIn',
  },
  break_start: {
    label: 'punch.breakStart',
    pending: 'punch.pendingBreakStart',
    notRecorded: 'punch.notRecordedBreakStart',
    unknown: 'punch.unknownBreakStart',
    recordedAt: 'punch.recordedBreakStart',
  },
  break_end: {
    label: 'punch.breakEnd',
    pending: 'punch.pendingBreakEnd',
    notRecorded: 'punch.notRecordedBreakEnd',
    unknown: 'punch.unknownBreakEnd',
    recordedAt: 'punch.recordedBreakEnd',
  },
  clock_out: {
    label: 'punch.clockOut',
    pending: 'punch.pendingClockOut',
    notRecorded: 'punch.notRecordedClockOut',
    unknown: 'punch.unknownClockOut',
    recordedAt: 'punch.recordedClockOut',
  },
} as const satisfies Record<Punch, object>;

/** A status offers one or two punches. The second gets the main button: Clock Out, not Start Break. */
export function buttonsOf(status: WorkStatus): { readonly main: Punch; readonly other: Punch | null } {
  const [first, second] = offeredPunches(status);
  return { main: second ?? first ?? 'clock_in', other: second === undefined ? null : (first ?? null) };
}

export const mainPunchAfter = (punch: Punch): Punch => buttonsOf(STATUS_AFTER_PUNCH[punch]).main;

/** Runs the steps in the order of spec §4. Null if nobody is signed in. */
export async function prepareClockIn<Gathered>(steps: {
  user(): Promise<object | null>;
  /** Shows warnings. It must not delay the clock-in. */
  warn(): void;
  gather(): Promise<Gathered>;
}): Promise<Gathered | null> {
  if ((await steps.user()) === null) return null;
  steps.warn();
  return steps.gather();
}

/** Duration of the message after a punch (spec §4). */
export const messageDurationMs = (punch: Punch): number =>
  punch === 'clock_in'
    ? CLOCK_IN_MESSAGE_MS
    : punch === 'clock_out'
      ? CLOCK_OUT_MESSAGE_MS
      : BREAK_MESSAGE_MS;

/** After no response or a server error, the punch may still be recorded, so its outcome is 'unknown'. */
export function toFailedPunch(press: Press, failure: Failure): Failed {
  if (failure.kind === 'refused' && failure.status < 500 && failure.code !== 'too_many_requests') {
    const message =
      failure.status === 401
        ? say('problem.clock_in_without_user')
        : (Object.values(failure.fields)[0] ?? failure.message);
    return {
      phase: 'failed',
      press,
      message,
      recorded: `${notRecorded(press)} ${say('punch.checkStatus')}`,
      canRetry: false,
      outcome: 'refused',
    };
  }
  const message =
    failure.kind === 'refused' ? failure.message.replace(/ Please try again.*$/u, '') : say('punch.noAnswer');
  return {
    phase: 'failed',
    press,
    message,
    recorded: say(PUNCH_WORDS[press.punch].unknown),
    canRetry: true,
    outcome: 'unknown',
  };
}

const notRecorded = ({ punch }: Press): string => say(PUNCH_WORDS[punch].notRecorded);

/** Offline nothing is sent, so nothing was recorded. */
export const toUnsentPunch = (press: Press, isOffline: boolean): Failed => ({
  phase: 'failed',
  press,
  message: isOffline ? say('punch.offline') : say('punch.unreachable'),
  recorded: `${notRecorded(press)} ${say('punch.pressAgain', { button: say(PUNCH_WORDS[press.punch].label) })}`,
  canRetry: false,
  outcome: 'unsent',
});

export const toMissedPunch = (press: Press): Failed => ({
  phase: 'failed',
  press,
  message: notRecorded(press),
  recorded: say('punch.tryAgain'),
  canRetry: true,
  outcome: 'missed',
});

/** In an entry with `closedBy`, the end and the last break's end were entered later, so they are no punches. */
const PUNCH_INSTANTS: Readonly<Record<Punch, (entry: TimeEntry) => (EpochMs | null)[]>> = {
  clock_in: ({ clockIn }) => [clockIn],
  break_start: ({ breaks }) => breaks.map(({ start }) => start),
  break_end: ({ breaks, closedBy, clockOut }) =>
    breaks.map(({ end }) => (closedBy && end === clockOut ? null : end)),
  clock_out: ({ closedBy, clockOut }) => [closedBy ? null : clockOut],
};

/** Time of the last punch of this kind; 0 if there is none. */
export const lastPunchTimeOf = (punch: Punch, entries: readonly TimeEntry[]): EpochMs =>
  Math.max(0, ...entries.flatMap(PUNCH_INSTANTS[punch]).map((instant) => instant ?? 0));

/** Returns the next state if the entries show a punch of the same kind after the failed press, else null. */
export function reconcilePunchState(
  state: PunchState,
  entries: readonly TimeEntry[],
  zone: string,
): PunchState | null {
  if (state.phase !== 'failed' || state.outcome === 'refused') return null;
  const { punch, lastPunchAt } = state.press;
  const at = lastPunchTimeOf(punch, entries);
  if (at <= lastPunchAt) return null;
  // This press was not sent, so another screen sent the punch. The failure message is no longer needed.
  if (state.outcome === 'unsent') return { phase: 'idle' };
  const message = say(PUNCH_WORDS[punch].recordedAt, { time: formatTime(at, zone) });
  return { phase: 'done', punch, message, warnings: [] };
}
