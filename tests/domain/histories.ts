/** Generated histories of one employee: disjoint entries in order, each with disjoint breaks in order. */
import fc from 'fast-check';
import type { Break, TimeEntry } from '#domain/entry/time-entry';

const HOUR = 3_600_000;

/** Breaks at rising points between `from` and `to`. */
const breaksBetween = (from: number, to: number): fc.Arbitrary<Break[]> =>
  fc.array(fc.integer({ min: from, max: to }), { maxLength: 6 }).map((points) => {
    const rising = points.toSorted((one, other) => one - other);
    return rising
      .slice(0, rising.length - (rising.length % 2))
      .flatMap((start, index) => (index % 2 === 0 ? [{ start, end: rising[index + 1] ?? start }] : []));
  });

const entryOf = (clockIn: number, clockOut: number | null, breaks: readonly Break[]): TimeEntry => ({
  id: `at ${clockIn}`,
  userId: 'ada',
  clockIn,
  clockOut,
  breaks,
  notes: '',
  ipAddress: 'unknown',
  location: null,
});

/** A closed entry of up to 20 hours with breaks. */
export const closedEntry = (earliest: number, latest: number): fc.Arbitrary<TimeEntry> =>
  fc
    .record({
      clockIn: fc.integer({ min: earliest, max: latest }),
      length: fc.integer({ min: 0, max: 20 * HOUR }),
    })
    .chain(({ clockIn, length }) =>
      breaksBetween(clockIn, clockIn + length).map((breaks) => entryOf(clockIn, clockIn + length, breaks)),
    );

/** An open entry, perhaps on a break, with an instant after its last punch. */
export const openEntryAndNow = (
  earliest: number,
  latest: number,
): fc.Arbitrary<{ entry: TimeEntry; now: number }> =>
  fc
    .record({
      closed: closedEntry(earliest, latest),
      onBreak: fc.boolean(),
      since: fc.integer({ min: 0, max: 3 * HOUR }),
    })
    .map(({ closed, onBreak, since }) => {
      const last = closed.clockOut ?? closed.clockIn;
      const breaks = onBreak ? [...closed.breaks, { start: last, end: null }] : closed.breaks;
      return { entry: { ...closed, clockOut: null, breaks }, now: last + since };
    });

/** Up to 30 disjoint entries from `start` on, one after the other; the last may be open. */
export const historyFrom = (start: number): fc.Arbitrary<TimeEntry[]> =>
  fc
    .record({
      steps: fc.array(
        fc.record({
          gap: fc.integer({ min: 0, max: 40 * HOUR }),
          length: fc.integer({ min: 0, max: 14 * HOUR }),
          share: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        { maxLength: 30 },
      ),
      lastIsOpen: fc.boolean(),
    })
    .map(({ steps, lastIsOpen }) => {
      let from = start;
      const entries = steps.map(({ gap, length, share }) => {
        const clockIn = from + gap;
        from = clockIn + length;
        const pause = {
          start: clockIn + Math.floor(length * share * 0.5),
          end: clockIn + Math.floor(length * share),
        };
        return entryOf(clockIn, from, share > 0.3 ? [pause] : []);
      });
      return entries.map((entry, index) =>
        lastIsOpen && index === entries.length - 1 ? { ...entry, clockOut: null } : entry,
      );
    });
