import { describe, expect, it } from 'vitest';
import { createSeal, cursorOfHeads, headsOfCursor, START, type Position } from '#server/platform/position';
import { createAdminCursor, createEmployeeCursor } from '#server/live/stream';

const mark = (n: number): string => String(n).padStart(16, '0');
const at = (own: number, settings: number) => ({
  own: { n: own, mark: mark(own) },
  settings: { n: settings, mark: mark(settings) },
});
const change = (n: number, userId: string | null = 'ada') => ({
  position: START,
  head: { n, mark: mark(n) },
  kind: 'clock_in' as const,
  userId,
  forAdmins: '',
  forEmployee: { type: 'change' as const, kind: 'clock_in' as const, userId },
});
const cursorsIn = (text: string | Buffer): string[] =>
  [...text.toString().matchAll(/^id: (.*)$/gmu)].map(([, id]) => id ?? '');

describe("an employee's cursor", () => {
  it('passes each row of a chain once and in order, in any order of transactions', () => {
    const place = createEmployeeCursor(at(4, 2));
    expect(cursorsIn(place.advance([change(4), change(6), change(3, null)]))).toEqual([
      cursorOfHeads(at(4, 3)),
    ]);
    expect(cursorsIn(place.advance([change(7)]))).toEqual([]);
    expect(cursorsIn(place.advance([change(5), change(6)]))).toEqual(
      [at(5, 3), at(6, 3), at(7, 3)].map(cursorOfHeads),
    );
    expect(place.advance([change(5), change(2, null)])).toBe('');
  });

  it('can be read back, also before the first row', () => {
    const beginning = { own: { n: 1, mark: mark(1) }, settings: { n: 0, mark: '' } };
    for (const heads of [at(12, 7), beginning]) expect(headsOfCursor(cursorOfHeads(heads))).toEqual(heads);
    expect(headsOfCursor('812-31')).toBeUndefined();
  });
});

describe("an admin's cursor", () => {
  it('passes a whole batch if all of it is new, and otherwise only the new part', () => {
    const batch = [7n, 8n, 9n].map((txid) => ({
      ...change(1),
      position: { ...START, txid },
      forAdmins: `${txid} `,
    }));
    const whole = (): Buffer => Buffer.from('7 8 9 ');
    const takenAfter = (txid: bigint): string[] => {
      const place = createAdminCursor({ ...START, txid });
      return [place.advance(batch, whole), place.advance(batch, whole), place.advance(batch)].map(String);
    };
    expect(takenAfter(6n)).toEqual(['7 8 9 ', '', '']);
    expect(takenAfter(7n)).toEqual(['8 9 ', '', '']);
    expect(takenAfter(9n)).toEqual(['', '', '']);
    expect(createAdminCursor(START).advance([...batch, ...batch])).toBe('7 8 9 ');
  });

  const position: Position = { txid: 2n ** 40n + 7n, seq: 12n, mark: '0123456789abcdef00000007' };

  it('is sealed: equal each time, readable with the same key only, and invalid after any change', () => {
    const seal = createSeal(Buffer.alloc(32, 1));
    const cursor = seal.close(position);
    expect(seal.close(position)).toBe(cursor);
    expect(createSeal(Buffer.alloc(32, 1)).open(cursor)).toEqual(position);
    expect(createSeal(Buffer.alloc(32, 2)).open(cursor)).toBeUndefined();
    for (let index = 0; index < cursor.length; index++) {
      const other = cursor[index] === 'A' ? 'Q' : 'A';
      expect(seal.open(cursor.slice(0, index) + other + cursor.slice(index + 1))).toBeUndefined();
    }
  });

  it('has the same length at any position', () => {
    const seal = createSeal(Buffer.alloc(32, 1));
    expect(seal.close(START)).toHaveLength(seal.close(position).length);
  });
});
