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

/** A second tap of the same thumb must not clock out, so the new button rests. */
export const REST_MS = 800;
export const SLOW_MS = 5000;
/** Ends the message of a clock-in with a location (spec §4). */
export const PIN = '📍';
/** After this the outcome counts as unknown. */
export const PUNCH_TIMEOUT_MS = 20_000;
/** spec §4 names none for breaks. */
const BREAK_MESSAGE_MS = 3000;

/** A retry sends the same id and input, so a punch is never recorded twice. */
export interface Press {
  readonly punch: Punch;
  readonly requestId: string;
  readonly notes: string;
  /** Null while a clock-in still collects location and address. */
  readonly input: InputOf<'clockIn'> | null;
  /** The last known punch of this kind: a later one is this press. */
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

interface Failed {
  readonly phase: 'failed';
  readonly press: Press;
  readonly message: string;
  /** Says whether it was. */
  readonly recorded: string;
  /** A retry makes sense. */
  readonly again: boolean;
  /** 'missed': certainly not recorded. */
  readonly fate: 'refused' | 'unknown' | 'unsent' | 'missed';
}

/** Labels of spec §2. */
export const PUNCH_WORDS = {
  clock_in: { label: 'Clock In', pending: 'Clocking In...', noun: 'clock-in' },
  break_start: { label: 'Start Break', pending: 'Starting Break...', noun: 'break start' },
  break_end: { label: 'End Break', pending: 'Ending Break...', noun: 'break end' },
  clock_out: { label: 'Clock Out', pending: 'Clocking Out...', noun: 'clock-out' },
} as const satisfies Record<Punch, object>;

/** The last punch that the status offers is the main one. */
export function buttonsOf(status: WorkStatus): { readonly main: Punch; readonly other: Punch | null } {
  const [first, second] = offeredPunches(status);
  return { main: second ?? first ?? 'clock_in', other: second === undefined ? null : (first ?? null) };
}

export const replacedBy = (punch: Punch): Punch => buttonsOf(STATUS_AFTER[punch]).main;

/** In the order of spec §4; null without a user. */
export async function prepareClockIn<Gathered>(steps: {
  user(): Promise<object | null>;
  /** Must not block. */
  warn(): void;
  gather(): Promise<Gathered>;
}): Promise<Gathered | null> {
  if ((await steps.user()) === null) return null;
  steps.warn();
  return steps.gather();
}

/** spec §4. */
export const messageLifeMs = (punch: Punch): number =>
  punch === 'clock_in'
    ? CLOCK_IN_MESSAGE_MS
    : punch === 'clock_out'
      ? CLOCK_OUT_MESSAGE_MS
      : BREAK_MESSAGE_MS;

/** A server error may have happened after the punch was recorded, so its outcome is unknown, too. */
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
    recorded: `We do not know whether your ${PUNCH_WORDS[press.punch].noun} was recorded. Trying again never records it twice.`,
    again: true,
    fate: 'unknown',
  };
}

const notRecorded = ({ punch }: Press): string => `Your ${PUNCH_WORDS[punch].noun} was not recorded.`;

/** Offline nothing is sent, so nothing was recorded. */
export const unsent = (press: Press, isOffline: boolean): Failed => ({
  phase: 'failed',
  press,
  message: isOffline ? 'You are offline.' : 'The server cannot be reached.',
  recorded: `${notRecorded(press)} Press ${PUNCH_WORDS[press.punch].label} again when the connection is back.`,
  again: false,
  fate: 'unsent',
});

export const missed = (press: Press): Failed => ({
  phase: 'failed',
  press,
  message: notRecorded(press),
  recorded: 'Try again.',
  again: true,
  fate: 'missed',
});

/** Closing an entry also ends its break, which is nobody's press. */
const INSTANTS: Readonly<Record<Punch, (entry: TimeEntry) => (EpochMs | null)[]>> = {
  clock_in: ({ clockIn }) => [clockIn],
  break_start: ({ breaks }) => breaks.map(({ start }) => start),
  break_end: ({ breaks, closedBy, clockOut }) =>
    breaks.map(({ end }) => (closedBy && end === clockOut ? null : end)),
  clock_out: ({ closedBy, clockOut }) => [closedBy ? null : clockOut],
};

/** 0 if never. */
export const lastOf = (punch: Punch, entries: readonly TimeEntry[]): EpochMs =>
  Math.max(0, ...entries.flatMap(INSTANTS[punch]).map((instant) => instant ?? 0));

/** Finds a failed press among the entries; null where they do not show it. */
export function reconcileWith(
  state: PunchState,
  entries: readonly TimeEntry[],
  zone: string,
): PunchState | null {
  if (state.phase !== 'failed' || state.fate === 'refused') return null;
  const { punch, before } = state.press;
  const at = lastOf(punch, entries);
  if (at <= before) return null;
  // It was pressed on another screen, so there is nothing left to report.
  if (state.fate === 'unsent') return { phase: 'idle' };
  const message = `Your ${PUNCH_WORDS[punch].noun} was recorded at ${formatTime(at, zone)}.`;
  return { phase: 'done', punch, message, warnings: [] };
}
