import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeEntry } from '#contract/records';
import { Instant } from '#contract/records';
import { toDomainEntry, toEpochMs, toInstantText, toWireEntry } from '#contract/wire';
import { closedEntry, openEntryAndNow } from './histories.ts';

const ID = '0190f0aa-7e57-7abc-8def-0123456789ab';
const record = { authUid: ID, createdAt: Date.UTC(2026, 10, 20), updatedAt: Date.UTC(2026, 10, 21) };
const anyEntry = fc
  .oneof(
    closedEntry(0, Date.UTC(2040, 0, 1)),
    openEntryAndNow(0, Date.UTC(2040, 0, 1)).map(({ entry }) => entry),
  )
  .chain((entry) =>
    fc
      .record({ notes: fc.string(), location: fc.option(fc.constant('{"latitude":1,"longitude":2}')) })
      .map((more) => ({ ...entry, ...more, id: ID, userId: ID })),
  );

describe('conversion between wire and domain', () => {
  it('an entry survives a round trip and fits the contract', () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const wire = TimeEntry.parse(toWireEntry(entry, record));
        expect(toDomainEntry(wire)).toEqual(entry);
        expect(toWireEntry(toDomainEntry(wire), record)).toEqual(wire);
      }),
    );
  });

  it('missing breaks are null, a running break has no end, a missing location is left out (spec §3)', () => {
    const wire = toWireEntry(
      {
        id: ID,
        userId: ID,
        clockIn: 0,
        clockOut: null,
        breaks: [],
        notes: '',
        ipAddress: 'unknown',
        location: null,
      },
      record,
    );
    expect(wire.break).toBeNull();
    expect('location' in wire).toBe(false);
    const pausing = toWireEntry({ ...toDomainEntry(wire), breaks: [{ start: 60_000, end: null }] }, record);
    expect(pausing.break).toEqual([{ start: '1970-01-01T00:01:00.000Z' }]);
  });

  it('instants keep their milliseconds', () => {
    expect(toInstantText(1_795_158_000_123)).toBe('2026-11-20T07:00:00.123Z');
    expect(toEpochMs('2026-11-20T07:00:00.123Z')).toBe(1_795_158_000_123);
    expect(() => toInstantText(Number.NaN)).toThrow('Invalid time value');
  });

  it('an instant is written as Date.toISOString writes it, whatever the order of calls', () => {
    const near = fc.integer({ min: -2 * 86_400_000, max: 2 * 86_400_000 });
    const anywhere = fc.oneof(
      fc.constantFrom(-86_400_000, 0, 0.5, 86_399_999, 8.64e15, -8.64e15),
      fc.integer(),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(near, anywhere)), (instants) => {
        for (const instant of instants) expect(toInstantText(instant)).toBe(new Date(instant).toISOString());
      }),
    );
  });

  it('an instant of the year 9999 is refused, since a zone may turn it into the year 10000', () => {
    const isTaken = (text: string) => Instant.safeParse(text).success;
    expect(['9998-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'].map(isTaken)).toEqual([true, false]);
  });
});
