/** The quantities of time that everything else computes with, and the two spellings people see: 'HH:mm' and 'Xh Ym'. */

declare const quantity: unique symbol;

/** An instant: milliseconds since 1970-01-01T00:00Z, a whole number. */
export type EpochMs = number & { readonly [quantity]?: 'EpochMs' };
/** An elapsed time in minutes; fractions are allowed until the moment of showing it. */
export type Minutes = number & { readonly [quantity]?: 'Minutes' };
/** A whole minute on the workplace's wall clock, 0 (00:00) to 1439 (23:59). */
export type MinuteOfDay = number & { readonly [quantity]?: 'MinuteOfDay' };
/** A workplace day, 'YYYY-MM-DD'. */
export type Day = string & { readonly [quantity]?: 'Day' };
/** A wall-clock time, 'HH:mm'. */
export type TimeText = string & { readonly [quantity]?: 'TimeText' };

export const MS_PER_MINUTE = 60_000;
