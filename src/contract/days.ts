/** Days and ranges of days in requests: bounded here, before anything is computed from them. */
import { say, type PlainKey } from '#texts/say';
import * as z from 'zod/mini';
import { RANGE_DAYS_MAX, addDays, isEnterableDay } from '#domain/time/workplace-day';

/** @param missing error if no date is given */
export const enteredDay = (missing: PlainKey = 'field.noSuchDate') =>
  z.iso
    .date({
      error: ({ input }) => say(/^\d{4}-\d\d-\d\d$/.test(String(input)) ? 'field.noSuchDate' : missing),
      abort: true,
    })
    .check(z.refine<string>(isEnterableDay, { error: () => say('field.dateOutOfRange'), abort: true }));

/** Checks of an object with two days, both included. A range without one of them has no bound. */
export function rangeChecks<First extends string, Last extends string>(
  first: First,
  last: Last,
  max = RANGE_DAYS_MAX,
) {
  const refine = (isFine: (from: string, to: string) => boolean, error: () => string) =>
    z.refine<{ readonly [Name in First | Last]?: string | undefined }>(
      ({ [first]: from, [last]: to }) => from === undefined || to === undefined || isFine(from, to),
      { error, path: [last], abort: true },
    );
  return [
    refine(
      (from, to) => from <= to,
      () => say('field.datesReversed'),
    ),
    refine(
      (from, to) => to < addDays(from, max),
      () => say('field.tooManyDays', { max: String(max) }),
    ),
  ] as const;
}

export const enteredRange = { first: enteredDay(), last: enteredDay() };
export const enteredRangeChecks = rangeChecks('first', 'last');
export const EnteredRange = z.strictObject(enteredRange).check(...enteredRangeChecks);
