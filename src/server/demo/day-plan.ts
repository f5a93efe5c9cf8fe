/** One person's day in the demo. Pure. */
import type { Punch } from '#domain/entry/time-entry';
import type { Expected } from '#domain/expected/expected';
import { instantAtMinute, type WorkplaceDay } from '#domain/time/workplace-day';
import { type Day, type EpochMs, MS_PER_MINUTE, type MinuteOfDay, type Minutes } from '#domain/time/units';
import type { DemoPerson } from './people.ts';

export type SeededRandom = ReturnType<typeof createSeededRandom>;

/** Creates the random generator mulberry32: `next` is in [0, 1), `between` includes both ends. */
export function createSeededRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    percent: (share: number): boolean => next() * 100 < share,
    pick: <Item>(items: readonly [Item, ...Item[]]): Item => items[between(0, items.length - 1)] ?? items[0],
    bytes: (size: number): Uint8Array => Uint8Array.from({ length: size }, () => between(0, 255)),
  };
}

/** Each day of a person has its own chance, whatever days the demo shows. */
export const dayRandom = (index: number, day: Day): SeededRandom =>
  createSeededRandom(Number(day.replaceAll('-', '')) * 64 + index);

export interface PlannedPunch {
  readonly punch: Punch;
  readonly at: EpochMs;
  readonly notes?: string;
}

const START: MinuteOfDay = 9 * 60;
const END: MinuteOfDay = 17 * 60;
const LUNCH: MinuteOfDay = 12 * 60;
/** Minutes after the start of an early shift. */
const LUNCH_AFTER: Minutes = 4 * 60;
/** Days with fewer minutes of work have no lunch break. */
const LUNCH_FROM: Minutes = 6 * 60;

const COFFEE: MinuteOfDay = 15 * 60;
/** A coffee break is over by then. */
const COFFEE_UNTIL: MinuteOfDay = COFFEE + 60;

const NOTES = [
  'Client visit in the morning',
  'Working on the quarterly figures',
  'Sprint planning',
  'On site at the data centre',
  'Onboarding new colleagues',
  'Audit preparation',
  'Release day',
  'Training until noon',
  'Covering the front desk',
] as const satisfies readonly [string, ...string[]];

export type PlannedDay = WorkplaceDay & { readonly expected: Expected };

export const isAway = ({ expected }: PlannedDay): boolean =>
  expected.leave !== undefined && expected.due === 0;

export function planPastDay(person: DemoPerson, day: PlannedDay, chance: SeededRandom): PlannedPunch[] {
  const { weekday, holiday, schedule, expected } = day;
  const { start = START, end = END, minutes } = expected;
  const saturday =
    weekday === 6 && !holiday && !schedule && person.overtimePercent > 30 && chance.percent(25);
  if ((minutes === 0 && !saturday) || chance.percent(person.absentPercent) || isAway(day)) return [];
  const at = (minute: number): EpochMs =>
    instantAtMinute(Math.floor(minute), day) + chance.between(0, 59) * 1000;
  const arrival = chance.percent(person.latePercent)
    ? start + chance.between(6, 50)
    : start + person.usualArrival + chance.between(-9, 4);
  const leaving = saturday
    ? arrival + 200
    : chance.percent(person.overtimePercent)
      ? end + chance.between(65, 150)
      : end + chance.between(-14, 12);
  const lunch = Math.min(LUNCH, start + LUNCH_AFTER) + chance.between(-15, 40);
  const back = lunch + (chance.percent(5) ? chance.between(62, 80) : chance.between(24, 44));
  const notes = chance.percent(18) ? { notes: chance.pick(NOTES) } : {};
  if (saturday || minutes < LUNCH_FROM)
    return [
      { punch: 'clock_in', at: at(arrival), ...notes },
      { punch: 'clock_out', at: at(leaving) },
    ];
  const errand = chance.percent(4);
  return [
    { punch: 'clock_in', at: at(arrival), ...notes },
    // An errand makes two entries. The second one does not count as a late arrival.
    { punch: errand ? 'clock_out' : 'break_start', at: at(lunch) },
    { punch: errand ? 'clock_in' : 'break_end', at: at(back) },
    ...(chance.percent(14) && leaving > COFFEE_UNTIL ? coffee(at, chance) : []),
    { punch: 'clock_out', at: at(leaving) },
  ];
}

function coffee(at: (minute: number) => EpochMs, chance: SeededRandom): PlannedPunch[] {
  const start = COFFEE + chance.between(0, 40);
  return [
    { punch: 'break_start', at: at(start) },
    { punch: 'break_end', at: at(start + chance.between(6, 14)) },
  ];
}

export type DemoStatus = 'in' | 'on-break' | 'left' | 'not-yet';

/** Minutes after the start of work. A demo made before that gives people an early shift: some must be at work. */
const DAY_BEGINS_AFTER_MINUTES = 40;
/** Minutes after the end of work. After this moment most people have gone home. */
const EVENING = 45;

export function chooseStatus(
  index: number,
  minuteNow: MinuteOfDay,
  { schedule, minutes, end = END }: Expected,
): DemoStatus {
  if (schedule !== undefined && minutes === 0) return 'not-yet';
  if (index === 3) return 'on-break';
  if (index % 5 === 1) return 'left';
  if (index % 6 === 5) return 'not-yet';
  return minuteNow >= end + EVENING && index % 4 !== 0 ? 'left' : 'in';
}

export function planToday(
  person: DemoPerson,
  status: DemoStatus,
  { start: dayStart, schedule, expected: { start = START, end = END, minutes } }: PlannedDay,
  { now, minuteNow }: { now: EpochMs; minuteNow: MinuteOfDay },
  chance: SeededRandom,
): PlannedPunch[] {
  if (status === 'not-yet') return [];
  const minutesSoFar = Math.floor((now - dayStart) / MS_PER_MINUTE);
  const byDay = minuteNow >= start + DAY_BEGINS_AFTER_MINUTES;
  const late = chance.percent(person.latePercent);
  const usual = minuteNow - (start + (late ? chance.between(7, 32) : person.usualArrival));
  const shift = Math.min(chance.between(35, 430), Math.floor(minutesSoFar * 0.9));
  const arrival = Math.max(0, byDay ? Math.max(usual, 4) : shift);
  const ago = (minutes: number): EpochMs => Math.max(dayStart, now - Math.round(minutes * MS_PER_MINUTE));
  const notes = chance.percent(30) ? { notes: chance.pick(NOTES) } : {};
  const isShort = schedule !== undefined && minutes < LUNCH_FROM;
  const lunch = byDay && !isShort && minuteNow > LUNCH + 75 ? lunchBreak(minuteNow, ago, chance) : [];
  const came: PlannedPunch[] = [
    { punch: 'clock_in', at: Math.max(dayStart, ago(arrival) - chance.between(0, 50) * 1000), ...notes },
    ...lunch,
  ];
  if (status === 'in') return came;
  if (status === 'left' && minuteNow >= end + EVENING)
    return [...came, { punch: 'clock_out', at: ago(minuteNow - (end + chance.between(-14, 40))) }];
  const lastStep = Math.min(
    lunch.length > 0 ? minuteNow - (LUNCH + 75) : arrival,
    status === 'left' ? 40 : 18,
  );
  const lastAgo = Math.max(0, lastStep) * (0.3 + chance.next() * 0.5);
  return [...came, { punch: status === 'left' ? 'clock_out' : 'break_start', at: ago(lastAgo) }];
}

function lunchBreak(
  minuteNow: MinuteOfDay,
  ago: (minutes: number) => EpochMs,
  chance: SeededRandom,
): PlannedPunch[] {
  const start = LUNCH + chance.between(0, 25);
  return [
    { punch: 'break_start', at: ago(minuteNow - start) },
    { punch: 'break_end', at: ago(minuteNow - start - chance.between(24, 45)) },
  ];
}
