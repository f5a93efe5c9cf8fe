/** Random steps: punch, request, ask for leave, approve, object, send back, confirm, close and reopen. */
import * as fc from 'fast-check';
import type { ChangeInput } from '#contract/corrections/corrections';
import { CORRECTION_ACTIONS, type CorrectionAction } from '#domain/correction/state';
import { requestId } from '#tests/make';
import { leave } from './agreed-hours-leave.ts';
import type { AgreedPlace } from './agreed-hours-place.ts';
import { send, wall, worker } from './agreed-hours-send.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The person who acts: an employee or an admin. */
export type Actor = 'ada' | 'bob' | 'grace' | 'linus';

export interface Step {
  readonly what:
    | 'punch'
    | 'ask'
    | 'make'
    | 'leave'
    | 'other leave'
    | 'decide'
    | 'send back'
    | 'state'
    | 'shift'
    | 'confirm'
    | 'object'
    | 'close'
    | 'reopen'
    | 'pass'
    | 'kill';
  readonly by: Actor;
  /** The person whose hours change. */
  readonly of: 'ada' | 'bob';
  readonly shape: (typeof SHAPES)[number];
  readonly action: CorrectionAction;
  /** A random number that picks an entry, a correction, a day or the kind of a punch. */
  readonly which: number;
  readonly minutes: number;
  readonly where: 0 | 1;
  readonly fate: 'once' | 'twice' | 'stale' | number;
}

const SHAPES = ['in', 'out', 'break', 'no breaks', 'remove', 'add', 'two'] as const;
const actor = fc.constantFrom<Actor[]>('ada', 'ada', 'bob', 'grace', 'grace', 'linus');

export const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    { weight: 16, arbitrary: fc.constant<Step['what']>('punch') },
    { weight: 12, arbitrary: fc.constantFrom<Step['what'][]>('ask', 'make') },
    { weight: 8, arbitrary: fc.constantFrom<Step['what'][]>('leave', 'other leave') },
    { weight: 14, arbitrary: fc.constant<Step['what']>('decide') },
    { weight: 5, arbitrary: fc.constantFrom<Step['what'][]>('send back', 'confirm', 'object') },
    { weight: 7, arbitrary: fc.constantFrom<Step['what'][]>('state', 'state', 'shift') },
    { weight: 8, arbitrary: fc.constantFrom<Step['what'][]>('close', 'close', 'reopen') },
    { weight: 14, arbitrary: fc.constant<Step['what']>('pass') },
    { weight: 1, arbitrary: fc.constant<Step['what']>('kill') },
  ),
  by: actor,
  of: fc.constantFrom<('ada' | 'bob')[]>('ada', 'ada', 'bob'),
  shape: fc.constantFrom(...SHAPES),
  action: fc.constantFrom<CorrectionAction[]>(...CORRECTION_ACTIONS),
  which: fc.nat({ max: 5 }),
  minutes: fc.constantFrom(1, 15, 61, 240, 480, 1_440, 4_320, 4_320),
  where: fc.constantFrom<(0 | 1)[]>(0, 1),
  fate: fc.oneof(
    { weight: 30, arbitrary: fc.constant<Step['fate']>('once') },
    { weight: 8, arbitrary: fc.constant<Step['fate']>('twice') },
    { weight: 4, arbitrary: fc.constant<Step['fate']>('stale') },
    { weight: 1, arbitrary: fc.nat({ max: 8 }) },
  ),
});

const first: Step = {
  what: 'punch',
  by: 'grace',
  of: 'ada',
  shape: 'out',
  action: 'agree',
  which: 0,
  minutes: 240,
  where: 0,
  fate: 'once',
};
const pass = (minutes: number): Step => ({ ...first, what: 'pass', minutes });
/** A shift and the closing of its week, since a small random campaign may close none. */
export const CLOSED_WEEK: Step[] = [
  first,
  pass(240),
  first,
  ...[4_320, 4_320, 1_440].map(pass),
  { ...first, what: 'close', which: 1 },
];

/** The text of a step in a failure. */
export const stepText = ({ what, by, of, shape, action, which, minutes, where, fate }: Step): string => {
  const details = what === 'decide' ? ` ${action}` : what === 'ask' || what === 'make' ? ` ${shape}` : '';
  return `${by}: ${what}${details} of ${of} ${which}, ${minutes} min, at ${where}, ${fate}`;
};

/** Does one step. A refusal is allowed, a failure is not. */
export async function take(place: AgreedPlace, step: Step): Promise<void> {
  switch (step.what) {
    case 'pass':
      place.pass(step.minutes * MINUTE);
      return;
    case 'kill':
      return place.kill(step.where);
    case 'punch':
      return punch(place, step);
    case 'ask':
    case 'make':
      return ask(place, step);
    case 'leave':
    case 'other leave':
      return leave(place, step);
    case 'decide':
      return decide(place, step);
    case 'send back':
      return sendBack(place, step);
    case 'state':
      return stateLeaving(place, step);
    case 'shift':
      return shift(place, step);
    default:
      return settle(place, step);
  }
}

async function punch(place: AgreedPlace, step: Step): Promise<void> {
  const open = (await place.entriesOf(step.of)).findLast(({ clockOut }) => clockOut === null);
  const isPaused = open?.breaks.at(-1)?.end === null;
  const route = !open ? 'clockIn' : isPaused ? 'endBreak' : step.which > 3 ? 'startBreak' : 'clockOut';
  await send(place, { ...step, by: step.of }, route, { requestId: requestId() });
}

/** A change of times by at most two hours, so that some changes are valid. */
const shiftOf = (minutes: number): number => Math.min(minutes, 120) * MINUTE;

type Counted = Awaited<ReturnType<AgreedPlace['entriesOf']>>[number];
const asGiven = ({ clockIn, clockOut, breaks }: Omit<Counted, 'id'>) => ({
  clockIn: wall(clockIn),
  clockOut: clockOut === null ? null : wall(clockOut),
  breaks: breaks.map(({ start, end }) => ({ start: wall(start), end: end === null ? null : wall(end) })),
});
const asOld = ({ clockIn, clockOut, breaks }: Counted) => ({
  clockIn: new Date(clockIn).toISOString(),
  clockOut: clockOut === null ? null : new Date(clockOut).toISOString(),
  breaks: breaks.map(({ start, end }) => ({
    start: new Date(start).toISOString(),
    end: end === null ? null : new Date(end).toISOString(),
  })),
});

function changed(entry: Counted, { shape, minutes, fate }: Step): ChangeInput {
  const by = shiftOf(minutes);
  const old = asOld(fate === 'stale' ? { ...entry, clockIn: entry.clockIn - HOUR } : entry);
  const change = (times: Omit<Counted, 'id'>): ChangeInput => ({
    entryId: entry.id,
    old,
    new: asGiven(times),
  });
  const { clockIn, clockOut, breaks } = entry;
  switch (shape) {
    case 'out':
      return change({ ...entry, clockOut: clockOut === null ? null : clockOut + by });
    case 'break':
      return change({
        ...entry,
        breaks: [...breaks, { start: clockIn + 5 * MINUTE, end: clockIn + 5 * MINUTE + by }],
      });
    case 'no breaks':
      return change({ ...entry, breaks: [] });
    case 'remove':
      return { entryId: entry.id, old, new: null };
    default:
      return change({ ...entry, clockIn: clockIn - by });
  }
}

async function changesOf(
  place: AgreedPlace,
  step: Step,
): Promise<{ readonly day: string; readonly changes: ChangeInput[] }> {
  const entries = await place.entriesOf(step.of);
  const entry = entries[entries.length - 1 - (step.which % Math.max(1, entries.length))];
  const begin = place.now - (step.which + 1) * 3 * HOUR;
  const missing: ChangeInput = {
    entryId: null,
    old: null,
    new: asGiven({ clockIn: begin, clockOut: begin + shiftOf(step.minutes), breaks: [] }),
  };
  if (!entry || step.shape === 'add') return { day: wall(begin).day, changes: [missing] };
  const day = wall(entry.clockIn).day;
  return { day, changes: step.shape === 'two' ? [changed(entry, step), missing] : [changed(entry, step)] };
}

async function ask(place: AgreedPlace, step: Step): Promise<void> {
  const by: Actor = step.what === 'ask' ? step.of : step.by === 'linus' ? 'linus' : 'grace';
  const input = await changesOf(place, step);
  await send(place, { ...step, by }, 'askCorrection', {
    requestId: requestId(),
    ...(step.what === 'make' ? { userId: worker(place, step).id } : {}),
    ...input,
    reason: 'I was there',
  });
}

async function decide(place: AgreedPlace, step: Step): Promise<void> {
  const known = await place.correctionsOf(step.of);
  const correction = known[known.length - 1 - (step.which % Math.max(1, known.length))];
  if (!correction) return;
  const { id, version } = correction;
  await send(place, step, 'decideCorrections', {
    requestId: requestId(),
    action: step.action,
    corrections: [{ id, version: version - (step.fate === 'stale' ? 1 : 0) }],
    reason: 'That is not how it was',
  });
}

async function sendBack(place: AgreedPlace, step: Step): Promise<void> {
  const known = await place.correctionsOf(step.of);
  const correction = known.findLast(({ state }) => state === 'asked');
  if (!correction) return;
  const { changes } = await changesOf(place, step);
  await send(place, { ...step, by: step.by === 'ada' ? 'grace' : step.by }, 'sendBackCorrection', {
    requestId: requestId(),
    id: correction.id,
    version: correction.version,
    reason: 'I saw you leave',
    changes,
  });
}

/** States the end of the earliest entry that was left open. */
async function stateLeaving(place: AgreedPlace, step: Step): Promise<void> {
  const open = (await place.entriesOf(step.of)).find(({ clockOut }) => clockOut === null);
  if (!open) return;
  const input = { entryId: open.id, ...wall(open.clockIn + shiftOf(step.minutes)) };
  await send(place, { ...step, by: step.of }, 'stateLeaving', { requestId: requestId(), ...input });
}

/** Moves punches of the last hours, as if the clock had been slow or fast. */
async function shift(place: AgreedPlace, step: Step): Promise<void> {
  const by: Actor = step.by === 'linus' ? 'linus' : 'grace';
  const lastMinute = Math.floor(place.now / MINUTE) * MINUTE;
  await place.shiftPunches(by, {
    from: lastMinute - (step.which + 1) * 6 * HOUR,
    to: lastMinute,
    minutes: (shiftOf(step.minutes) / MINUTE) * (step.which % 2 ? 1 : -1),
  });
}

/** Periods are weeks from Monday on. */
function weekOf(now: number, back: number): { first: string; last: string } {
  const day = Math.floor(now / DAY);
  const monday = (day - ((day + 3) % 7) - back * 7) * DAY;
  return { first: wall(monday).day, last: wall(monday + 6 * DAY).day };
}

async function settle(place: AgreedPlace, step: Step): Promise<void> {
  const range = weekOf(place.now, step.which % 2);
  const id = { requestId: requestId() };
  const { id: userId } = worker(place, step);
  const reason = 'The month is over';
  const by: Actor = step.by === 'linus' ? 'linus' : 'grace';
  if (step.what === 'close')
    await send(place, { ...step, by }, 'closePeriods', {
      ...id,
      ...range,
      ...(step.which > 2 ? { userIds: [userId], reason } : {}),
    });
  else if (step.what === 'reopen')
    await send(place, { ...step, by }, 'reopenPeriods', { ...id, ...range, userIds: [userId], reason });
  else {
    const version = await place.periodVersion(userId, range.first);
    const said = { ...id, ...range, version };
    if (step.what === 'confirm') await send(place, { ...step, by: step.of }, 'confirmPeriod', said);
    else await send(place, { ...step, by: step.of }, 'objectToPeriod', { ...said, reason });
  }
}
