/** One table for both computations of a report: the domain's of one person, and the database's of all. */
import { at, entry } from './timeline.ts';

/** Saturday to Friday, which is today. */
export const EXAMPLE_RANGE = { startDate: '2026-11-14', endDate: '2026-11-20' } as const;
export const EXAMPLE_NOW = at('2026-11-20 16:00');

type Figures = readonly [total: number, breaks: number, late: number, absences: number, overtime: number];

const days = (...texts: readonly string[]) => texts.map((text) => entry(text));
const LEFT_OPEN = { ...entry('2026-11-17 09:30-'), isLeftOpen: true } as const;

export const REPORT_EXAMPLES: readonly {
  readonly rule: string;
  readonly entries: readonly ReturnType<typeof entry>[];
  readonly standard: Figures;
  readonly settings: Figures;
}[] = [
  {
    rule: 'workdays without an entry are absences',
    entries: [],
    standard: [0, 0, 0, 5, 0],
    settings: [0, 0, 0, 5, 0],
  },
  {
    rule: 'seconds make nobody late',
    entries: days('2026-11-16 09:00:59-17:00:59'),
    standard: [480, 0, 0, 4, 0],
    settings: [480, 0, 0, 4, 0],
  },
  {
    rule: 'the work settings have a threshold',
    entries: days('2026-11-16 09:05-17:05'),
    standard: [480, 0, 1, 4, 0],
    settings: [480, 0, 0, 4, 0],
  },
  {
    rule: 'a clock-in after start and threshold is late',
    entries: days('2026-11-16 09:06-17:06'),
    standard: [480, 0, 1, 4, 0],
    settings: [480, 0, 1, 4, 0],
  },
  {
    rule: 'only the first entry of a day is an arrival',
    entries: days('2026-11-16 08:00-12:00', '2026-11-16 13:00-17:00'),
    standard: [480, 0, 0, 4, 0],
    settings: [480, 0, 0, 4, 0],
  },
  {
    rule: 'overtime is of an entry, or of a day',
    entries: days('2026-11-16 08:00-13:00', '2026-11-16 14:00-19:30'),
    standard: [630, 0, 0, 4, 0],
    settings: [630, 0, 0, 4, 90],
  },
  {
    rule: 'all breaks are subtracted',
    entries: [entry('2026-11-16 08:00-19:00', { breaks: ['12:00-12:30', '15:00-15:15'] })],
    standard: [615, 45, 0, 4, 135],
    settings: [615, 45, 0, 4, 75],
  },
  {
    rule: 'a night belongs to the day of its clock-in',
    entries: days('2026-11-16 22:00-06:00'),
    standard: [480, 0, 1, 4, 0],
    settings: [480, 0, 1, 4, 0],
  },
  {
    rule: 'a break far into the next day is subtracted',
    entries: [entry('2026-11-16 20:00-12:00', { breaks: ['09:00-09:30'] })],
    standard: [930, 30, 1, 4, 450],
    settings: [930, 30, 1, 4, 390],
  },
  {
    rule: 'a running entry and its break count until now',
    entries: [entry('2026-11-20 06:00-', { breaks: ['15:30-'] })],
    standard: [570, 30, 0, 4, 0],
    settings: [570, 30, 0, 4, 30],
  },
  {
    rule: 'an entry left open is an arrival without time',
    entries: [LEFT_OPEN],
    standard: [0, 0, 1, 4, 0],
    settings: [0, 0, 1, 4, 0],
  },
  {
    rule: 'on a day off, only the Standard rules make somebody late',
    entries: days('2026-11-14 10:00-12:00'),
    standard: [120, 0, 1, 5, 0],
    settings: [120, 0, 0, 5, 0],
  },
];

export const exampleFigures = ([
  totalMinutes,
  breakMinutes,
  lateArrivals,
  absences,
  overtimeMinutes,
]: Figures) => ({
  totalMinutes,
  breakMinutes,
  lateArrivals,
  absences,
  overtimeMinutes,
});
