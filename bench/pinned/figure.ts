/** Shared by the measures against a pinned server: their sizes, and figures as medians of several rounds. */

/** A measured value with its limit: a maximum, or a minimum if `isAtLeast`. Without a limit it is only printed. */
export interface Figure {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  readonly limit?: number | undefined;
  readonly isAtLeast?: boolean;
  /** Related measurements, printed in brackets after the value. */
  readonly note?: string;
}

const setting = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

/** Employees of the usual workplace and of the large one: BENCH_PEOPLE=100,1000. */
const [usual = 1_000, large = 10_000] = (process.env['BENCH_PEOPLE'] ?? '1000,10000').split(',').map(Number);
export const PEOPLE = { usual, large } as const;
/** A year by default; 261 of these days are worked. */
export const DAYS = setting('BENCH_DAYS', 365);
/** Days of entries for measures that look only at the present and the last month. */
export const RECENT_DAYS = Math.min(DAYS, 62);
/** Duration of each measurement. */
export const SECONDS = setting('BENCH_SECONDS', 5);
const ROUNDS = setting('BENCH_ROUNDS', 5);

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Runs several rounds and returns the median of each value. */
export async function rounds<Name extends string>(
  round: () => Promise<Readonly<Record<Name, number>>>,
  times = ROUNDS,
): Promise<Record<Name, number>> {
  const all: Readonly<Record<Name, number>>[] = [];
  for (let count = 0; count < times; count += 1) all.push(await round());
  const names = Object.keys(all[0] ?? {}) as Name[];
  return Object.fromEntries(names.map((name) => [name, median(all.map((one) => one[name]))])) as Record<
    Name,
    number
  >;
}

export const count = (value: number): string => Math.round(value).toLocaleString('en-US');
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
