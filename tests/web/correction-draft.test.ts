import { describe, expect, it } from 'vitest';
import { toDomainEntry } from '#contract/wire';
import {
  beforeAndAfter,
  createDraft,
  breakFieldOf,
  changedRows,
  draftErrors,
  fieldOf,
  changesToSend,
  withDay,
  unusualSpanQuestion,
  rebaseOntoCurrent,
  withNewRow,
  withBreak,
  withRowRemoved,
  withChangedRow,
  type CorrectionDraft,
  type DraftRow,
} from '#web/corrections/draft.ts';
import { completeTime, toTimeAfter } from '#web/forms/typed-time.ts';
import { at, entry, id, times } from './records.ts';

const zone = 'Asia/Kathmandu';
const day = '2026-11-20';
const morning = toDomainEntry(entry(1, { clockIn: at('09:00'), clockOut: at('12:00') }));
const evening = toDomainEntry(entry(2, { clockIn: at('13:00'), clockOut: at('17:00') }));
const draft = createDraft({ day, zone, entries: [evening, morning] });
const typed = (time: string, on = day) => ({ day: on, time, which: 'first' as const });
const change = (key: string, changed: Partial<DraftRow>, of: CorrectionDraft = draft) =>
  withChangedRow(of, key, (row) => ({ ...row, ...changed }));

describe('the form of a correction', () => {
  it('the form starts with the entries that count and sends no unchanged rows', () => {
    expect(draft.rows.map(({ clockIn, clockOut }) => [clockIn.time, clockOut?.time])).toEqual([
      ['09:00', '12:00'],
      ['13:00', '17:00'],
    ]);
    expect(changesToSend(draft)).toEqual([]);
    expect(changesToSend(change(id(1), { clockOut: typed('1200') }))).toEqual([]);
  });

  it('sends all changed, removed and added rows of a day as one request', () => {
    const changed = change(id(2), { clockOut: typed('1730') });
    const added = withNewRow(withRowRemoved(changed, id(1), true), 'new');
    const filled = change('new', { clockIn: typed('6:30'), clockOut: typed('07:00') }, added);
    const given = (clockIn: string, clockOut: string) => ({
      clockIn: typed(clockIn),
      clockOut: typed(clockOut),
      breaks: [],
    });
    expect(changesToSend(filled)).toEqual([
      { entryId: id(1), old: times('09:00', '12:00'), new: null },
      { entryId: id(2), old: times('13:00', '17:00'), new: given('13:00', '17:30') },
      { entryId: null, old: null, new: given('06:30', '07:00') },
    ]);
    expect(changedRows(withRowRemoved(withRowRemoved(filled, 'new', true), id(1), false))).toHaveLength(1);
  });

  it('an end at or before the time of the start is on the next day', () => {
    expect(toTimeAfter(typed(''), '0600', typed('22:00'))).toEqual({ ...typed('0600'), day: '2026-11-21' });
    expect(toTimeAfter(typed('', '2026-11-21'), '23:00', typed('22:00'))).toEqual(typed('23:00'));
    expect(toTimeAfter(typed('17:00'), '2', typed('22:00'))).toEqual(typed('2'));
  });

  it.each([
    ['930', '09:30'],
    ['0930', '09:30'],
    [' 9:30 ', '09:30'],
    ['9.30', '09:30'],
    ['2561', '2561'],
    ['9', '09:00'],
    ['17', '17:00'],
    ['25', '25'],
  ])('the input %s means %s', (text, time) => {
    expect(completeTime(text)).toBe(time);
  });

  it('compares the day before and after once all fields are filled in', () => {
    const withPause = withChangedRow(draft, id(2), (row) => withBreak(row, 'pause'));
    expect(beforeAndAfter(withPause)).toBeNull();
    const filled = withChangedRow(withPause, id(2), (row) => ({
      ...row,
      breaks: row.breaks.map((pause) => ({ ...pause, start: typed('14:00'), end: typed('14:30') })),
    }));
    expect(beforeAndAfter(filled)?.after[1]?.breaks).toEqual([
      { start: Date.parse(at('14:00')), end: Date.parse(at('14:30')) },
    ]);
  });

  it('the refusal of a sent row appears at its own field', () => {
    const pause = change(id(2), { breaks: [{ key: 'pause', start: typed('14:00'), end: typed('13:30') }] });
    const [row] = changedRows(pause);
    if (!row) throw new Error('Nothing was changed.');
    const at0 = (path: string) => Object.keys(draftErrors(pause, { [path]: 'No.' }))[0];
    expect(
      [
        'changes.0',
        'changes.0.new.clockIn.time',
        'changes.0.new.breaks.0.end',
        'changes.0.breaks.0',
        'reason',
      ].map(at0),
    ).toEqual([
      fieldOf(row, 'clockOut'),
      fieldOf(row, 'clockIn'),
      breakFieldOf(row, 'pause', 'end'),
      breakFieldOf(row, 'pause', 'start'),
      'reason',
    ]);
    expect(draftErrors(withRowRemoved(draft, id(1), true), { 'changes.0': 'No.' })).toEqual({
      [id(1)]: 'No.',
    });
  });

  it('a rebase keeps typed values as changes of the entry that counts now', () => {
    const now = toDomainEntry(entry(1, { clockIn: at('09:15'), clockOut: at('12:00') }));
    const rebased = rebaseOntoCurrent(change(id(1), { clockOut: typed('12:30') }), [now, evening]);
    expect(changesToSend(rebased)).toMatchObject([
      { old: times('09:15', '12:00'), new: { clockIn: typed('09:00'), clockOut: typed('12:30') } },
    ]);
  });

  it('a rebase updates rows that were not edited', () => {
    const now = toDomainEntry(entry(2, { clockIn: at('13:30'), clockOut: at('17:00') }));
    const rebased = rebaseOntoCurrent(change(id(1), { clockOut: typed('12:30') }), [morning, now]);
    expect(changesToSend(rebased)).toMatchObject([
      { old: times('09:00', '12:00'), new: { clockIn: typed('09:00'), clockOut: typed('12:30') } },
    ]);
    expect(rebased.rows[1]?.clockIn.time).toBe('13:30');
  });

  it('asks again when an end is on the next day or an entry is longer than 16 hours', () => {
    const ending = (time: string, on = day) =>
      unusualSpanQuestion(change(id(1), { clockOut: typed(time, on) }));
    expect(ending('0500', '2026-11-21')).toBe('Friday 09:00 to Saturday 05:00, 20h?');
    expect(ending('00:30', '2026-11-21')).toBe('Friday 09:00 to Saturday 00:30, 15h 30m?');
    const early = change(id(1), { clockIn: typed('00:10') });
    expect(unusualSpanQuestion(change(id(1), { clockOut: typed('16:11') }, early))).toBe(
      'Friday 00:10 to Friday 16:11, 16h 1m?',
    );
    expect(unusualSpanQuestion(change(id(1), { clockOut: typed('16:10') }, early))).toBeNull();
    expect([unusualSpanQuestion(draft), ending('0500'), ending('12:30')]).toEqual([null, null, null]);
  });

  it('a missed entry moves to the chosen day and keeps its end on the next day', () => {
    const night = withNewRow(createDraft({ day, zone, entries: [] }), 'new');
    const filled = change('new', { clockIn: typed('22:00'), clockOut: typed('06:00', '2026-11-21') }, night);
    const moved = withDay(filled, '2026-11-18');
    expect([moved.day, moved.rows[0]?.clockIn.day, moved.rows[0]?.clockOut?.day]).toEqual([
      '2026-11-18',
      '2026-11-18',
      '2026-11-19',
    ]);
  });
});
