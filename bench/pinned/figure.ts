/** What the measures against a pinned server have in common: their sizes, and how a figure is made of some rounds. */

/** A measured value beside what it may be at most, or has to be at least; without a limit it is only told. */
export interface Figure {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  readonly limit?: number | undefined;
  readonly isAtLeast?: boolean;
  /** What was measured with it. */
  readonly note?: string;
}

const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

/** Employees of the usual workplace and of the large one: BENCH_PEOPLE=100,1000. */
const [usual = 1_000, large = 10_000] = (process.env['BENCH_PEOPLE'] ?? '1000,10000').split(',').map(Number);
export const PEOPLE = { usual, large } as const;
/** A year; 261 of them are worked. */
export const DAYS = setting('BENCH_DAYS', 365);
/** Of a large workplace in which only the present and the last month are looked at. */
export const RECENT_DAYS = Math.min(DAYS, 62);
/** Of each measurement. */
export const SECONDS = setting('BENCH_SECONDS', 5);
const ROUNDS = setting('BENCH_ROUNDS', 5);

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The median of each of the values that a round measures. */
export async function rounds<Name extends string>(
  round: () => Promise<Readonly<Record<Name, number>>>,
): Promise<Record<Name, number>> {
  const all: Readonly<Record<Name, number>>[] = [];
  for (let count = 0; count < ROUNDS; count += 1) all.push(await round());
  const names = Object.keys(all[0] ?? {}) as Name[];
  return Object.fromEntries(names.map((name) => [name, median(all.map((one) => one[name]))])) as Record<
    Name,
    number
  >;
}

export const count = (value: number): string => Math.round(value).toLocaleString('en-US');
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
