/** A press of one of the clock's buttons, from the finger to the outcome, as plain data. */
import { problemText } from '#contract/problem-texts';
import type { InputOf } from '#contract/routes';
import { CLOCK_IN_MESSAGE_MS, CLOCK_OUT_MESSAGE_MS } from '#domain/entry/activity';
import { formatTime } from '#domain/time/format';
import {
  offeredPunches,
  STATUS_AFTER,
  type Punch,
  type TimeEntry,
  type WorkStatus,
} from '#domain/entry/time-entry';
import type { EpochMs } from '#domain/time/units';
import type { Failure } from '#web/api.ts';

/**
 * The button that replaced the one just pressed rests so long: a second tap of the same thumb must not clock
 * out.
 */
export const REST_MS = 800;
/** After this a pending punch asks for patience. */
export const SLOW_MS = 5000;
/** Ends the message of a clock-in whose location was taken (spec §4). */
export const PIN = '📍';
/** How long an answer is waited for before the outcome counts as unknown. */
export const PUNCH_TIMEOUT_MS = 20_000;
/** spec §4 names none for breaks. */
const BREAK_MESSAGE_MS = 3000;

/**
 * One press. A retry sends the same id and the same words, so it can never be recorded twice; what a clock-in
 * says (location, address) is therefore gathered once. `input` is null until then, and for the other punches.
 */
export interface Press {
  readonly punch: Punch;
  readonly requestId: string;
  readonly notes: string;
  readonly input: InputOf<'clockIn'> | null;
  /** When the last of its kind was recorded, as far as the screen knew: a later one is this press. */
  readonly before: EpochMs;
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

/** `recorded` says whether it was; `again` when trying again makes sense. */
interface Failed {
  readonly phase: 'failed';
  readonly press: Press;
  readonly message: string;
  readonly recorded: string;
  readonly again: boolean;
  /** 'missed': it is known by now that it was not recorded. */
  readonly fate: 'refused' | 'unknown' | 'unsent' | 'missed';
}

export const PUNCH_LABEL: Readonly<Record<Punch, string>> = {
  clock_in: 'Clock In',
  break_start: 'Start Break',
  break_end: 'End Break',
  clock_out: 'Clock Out',
};

/** While the server is asked (spec §2). */
export const PENDING_LABEL: Readonly<Record<Punch, string>> = {
  clock_in: 'Clocking In...',
  break_start: 'Starting Break...',
  break_end: 'Ending Break...',
  clock_out: 'Clocking Out...',
};

/**
 * The one punch under the thumb, and the one well below it if a second is allowed: whatever the work status offers,
 * its last is the main one.
 */
export function buttonsOf(status: WorkStatus): { readonly main: Punch; readonly other: Punch | null } {
  const [first, second] = offeredPunches(status);
  return { main: second ?? first ?? 'clock_in', other: second === undefined ? null : (first ?? null) };
}

/** The button that comes under the finger of whoever pressed, or is the counterpart of the one pressed. */
export const replacedBy = (punch: Punch): Punch => buttonsOf(STATUS_AFTER[punch]).main;

/** What a clock-in does before it is sent. */
export interface ClockInSteps<Gathered> {
  /** Who is signed in; null for nobody. */
  user(): Promise<object | null>;
  /** Warns of a weekend; holds nothing up. */
  warn(): void;
  /** Location and address. */
  gather(): Promise<Gathered>;
}

/** In the order of spec §4; null, and nothing but asking for it is done, when there is no user. */
export async function prepareClockIn<Gathered>(steps: ClockInSteps<Gathered>): Promise<Gathered | null> {
  if ((await steps.user()) === null) return null;
  steps.warn();
  return steps.gather();
}

/** How long the message of a success stays; milliseconds (spec §4). */
export const messageLifeMs = (punch: Punch): number =>
  punch === 'clock_in'
    ? CLOCK_IN_MESSAGE_MS
    : punch === 'clock_out'
      ? CLOCK_OUT_MESSAGE_MS
      : BREAK_MESSAGE_MS;

const NOUN: Readonly<Record<Punch, string>> = {
  clock_in: 'clock-in',
  break_start: 'break start',
  break_end: 'break end',
  clock_out: 'clock-out',
};

/**
 * What happened, whether it was recorded, what to do. A server that failed half-way knows as little as one
 * that is out of reach.
 */
export function failed(press: Press, failure: Failure): Failed {
  if (failure.kind === 'refused' && failure.status < 500 && failure.code !== 'too_many_requests') {
    const message =
      failure.status === 401
        ? problemText('clock_in_without_user')
        : (Object.values(failure.fields)[0] ?? failure.message);
    return {
      phase: 'failed',
      press,
      message,
      recorded: `${notRecorded(press)} Check your status below before you try again.`,
      again: false,
      fate: 'refused',
    };
  }
  const message =
    failure.kind === 'refused'
      ? failure.message.replace(/ Please try again.*$/u, '')
      : 'The server did not answer.';
  return {
    phase: 'failed',
    press,
    message,
    recorded: `We do not know whether your ${NOUN[press.punch]} was recorded. Trying again never records it twice.`,
    again: true,
    fate: 'unknown',
  };
}

const notRecorded = ({ punch }: Press): string => `Your ${NOUN[punch]} was not recorded.`;

/** Without a connection nothing is sent, and so it is known at once that nothing was recorded. */
export const unsent = (press: Press, isOffline: boolean): Failed => ({
  phase: 'failed',
  press,
  message: isOffline ? 'You are offline.' : 'The server cannot be reached.',
  recorded: `${notRecorded(press)} Press ${PUNCH_LABEL[press.punch]} again when the connection is back.`,
  again: false,
  fate: 'unsent',
});

/** It has turned out that it was not recorded, or it can be tried now. */
export const missed = (press: Press): Failed => ({
  phase: 'failed',
  press,
  message: notRecorded(press),
  recorded: 'Try again.',
  again: true,
  fate: 'missed',
});

/** What an entry tells of each punch; an admin who closes an entry ends its break too, which is nobody's press. */
const INSTANTS: Readonly<Record<Punch, (entry: TimeEntry) => (EpochMs | null)[]>> = {
  clock_in: ({ clockIn }) => [clockIn],
  break_start: ({ breaks }) => breaks.map(({ start }) => start),
  break_end: ({ breaks, closedBy, clockOut }) =>
    breaks.map(({ end }) => (closedBy && end === clockOut ? null : end)),
  clock_out: ({ closedBy, clockOut }) => [closedBy ? null : clockOut],
};

/** When a punch of that kind was last recorded; 0 for never. */
export const lastOf = (punch: Punch, entries: readonly TimeEntry[]): EpochMs =>
  Math.max(0, ...entries.flatMap(INSTANTS[punch]).map((instant) => instant ?? 0));

/**
 * What the entries say of a press that failed: recorded after all, and when; null where they do not show it.
 * @param zone the workplace's
 */
export function settledBy(state: PunchState, entries: readonly TimeEntry[], zone: string): PunchState | null {
  if (state.phase !== 'failed' || state.fate === 'refused') return null;
  const { punch, before } = state.press;
  const at = lastOf(punch, entries);
  if (at <= before) return null;
  // Pressed on another screen: there is nothing left to complain about.
  if (state.fate === 'unsent') return { phase: 'idle' };
  const message = `Your ${NOUN[punch]} was recorded at ${formatTime(at, zone)}.`;
  return { phase: 'done', punch, message, warnings: [] };
}
