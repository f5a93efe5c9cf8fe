import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Correction } from '#contract/corrections/corrections';
import type { TimeEntry } from '#contract/records';
import { toDomainEntry } from '#contract/wire';
import type { CorrectionState } from '#domain/correction/state';
import { lockReason } from '#web/corrections/correct.tsx';
import { EntryTimes } from '#web/corrections/entry-times.tsx';
import { correctedCsv } from '#contract/corrections/csv';
import { markOf } from '#contract/corrections/mark-words';
import { changesOf, correctedRows } from '#contract/corrections/rows';
import { withCorrection } from '#web/monitoring/monitoring-view.ts';
import { applyToClock } from '#web/clock/clock-view.ts';
import { concernsTimesheet, toTimesheetDays } from '#web/clock/timesheet/timesheet-view.ts';
import { at, change, clockView, correction, entry, id, person, times } from './records.ts';

const { calendar } = clockView();
const worked = toDomainEntry(entry(1, { clockOut: at('17:00'), updatedAt: at('17:00') }));
const everywhere = () => true;
const rowsWith = (...corrections: Correction[]) =>
  correctedRows([worked], corrections, 'UTC', everywhere).map(({ id: of, kind, corrections }) => [
    of,
    kind,
    markOf(corrections)?.label ?? null,
  ]);
const removal = (state: CorrectionState) =>
  correction(9, { state, items: [{ entryId: id(2), old: times('18:00', '19:00'), new: null }] });
const addition = (state: CorrectionState) =>
  correction(8, { state, items: [{ entryId: id(3), old: null, new: times('07:00', '08:00') }] });

describe('the rows of a day', () => {
  it('an end is a time with its date if it is another, running, or missing, also of a removed entry', () => {
    const shown = (changed: Partial<TimeEntry>, kind: 'counts' | 'removed' = 'counts') => {
      const its = toDomainEntry(entry(1, changed));
      const row = { kind, entry: kind === 'counts' ? its : null, times: its };
      const html = renderToStaticMarkup(createElement(EntryTimes, { row, zone: 'Asia/Kathmandu' }));
      expect(html).toMatch(/>Clock in <.*>Clock out </u);
      return html.replaceAll(/<span class="sr-only">[^<]+|<(?!\/?del)[^>]+>/gu, '');
    };
    expect(shown({ clockOut: at('17:00') })).toBe('09:00 - 17:00');
    expect(shown({ clockOut: at('25:00') })).toBe('09:00 - 01:00 Nov 21, 2026');
    expect(shown({})).toBe('09:00 - now');
    expect(shown({ setAsideAt: at('17:00') })).toBe('09:00 - End missing');
    expect(shown({ clockOut: at('17:00') }, 'removed')).toBe('<del>09:00</del> - <del>17:00</del>');
    expect(shown({}, 'removed')).toBe('<del>09:00</del> - End missing');
  });

  it('without corrections the rows are the unmarked entries', () => {
    expect(rowsWith()).toEqual([[id(1), 'counts', null]]);
  });

  it('a row shows the mark of a waiting correction first, and no mark of one without effect', () => {
    const marks = (
      ['asked', 'sent-back', 'made', 'objected', 'agreed', 'declined', 'withdrawn', 'taken-back'] as const
    ).map((state) => rowsWith(correction(9, { state }))[0]?.[2]);
    expect(marks).toEqual([
      'Requested',
      'Sent back',
      'Waiting for employee',
      'Objection',
      'Corrected',
      null,
      null,
      null,
    ]);
    expect(rowsWith(correction(9, { state: 'agreed', selfDecided: true }))[0]?.[2]).toBe('Self-decided');
    expect(rowsWith(correction(8, { state: 'agreed' }), correction(9, { state: 'objected' }))[0]?.[2]).toBe(
      'Objection',
    );
  });

  it('rows include removed entries and requested ones, newest first', () => {
    expect(rowsWith(addition('asked'), removal('agreed'))).toEqual([
      [id(2), 'removed', 'Corrected'],
      [id(1), 'counts', null],
      [id(3), 'missing', 'Requested'],
    ]);
    expect(rowsWith(addition('declined'), removal('taken-back'))).toEqual([[id(1), 'counts', null]]);
    const others = correctedRows([worked], [addition('asked')], 'UTC', (instant) => instant > worked.clockIn);
    expect(others.map(({ kind }) => kind)).toEqual(['counts']);
  });

  it('an added entry that is removed keeps its row, and a change to an unknown entry has none', () => {
    const added = correction(7, {
      state: 'agreed',
      items: [{ entryId: id(2), old: null, new: times('18:00', '19:00') }],
    });
    expect(rowsWith(added, removal('made'))[0]).toEqual([id(2), 'removed', 'Waiting for employee']);
    const elsewhere = correction(9, {
      state: 'agreed',
      items: [{ entryId: id(5), old: times('09:00', '17:00'), new: times('10:00', '17:00') }],
    });
    expect(rowsWith(elsewhere)).toEqual([[id(1), 'counts', null]]);
  });

  it('a timesheet shows a day that has only a request, without hours', () => {
    const days = toTimesheetDays([], [addition('asked')], calendar.days, 'UTC', person);
    expect(days.map(({ day, entries, rows }) => [day, entries.length, rows.length])).toEqual([
      ['2026-11-20', 0, 1],
    ]);
  });
});

describe('corrections on screen', () => {
  it('a newer state of a correction replaces an older one, never the reverse', () => {
    const [first, second] = [correction(9), correction(9, { state: 'agreed', version: 2 })];
    expect(withCorrection([first], second)).toEqual([second]);
    expect(withCorrection([second], first)).toEqual([second]);
  });

  it('a CSV file has a correction column only if an entry was corrected', () => {
    const file = (...corrections: Correction[]) =>
      correctedCsv(
        toTimesheetDays([worked], corrections, calendar.days, 'UTC', person).flatMap(({ rows }) => rows),
        calendar.timeZone,
      );
    expect(file()).toBe('Date,Clock In,Clock Out,Hours,Notes\r\n"Nov 20, 2026",09:00,17:00,8.00,\r\n');
    expect(file(correction(9, { state: 'agreed' }))).toBe(
      'Date,Clock In,Clock Out,Hours,Notes,Correction\r\n"Nov 20, 2026",09:00,17:00,8.00,,' +
        '"Corrected: was 09:00 - 17:00, is 09:00 - 17:30. Requested by Person 1 on Nov 20, 2026: Forgot to clock out."\r\n',
    );
  });

  it('times of the wire become instants for the rules', () => {
    expect(
      changesOf(
        correction(9, { items: [{ entryId: id(1), old: null, new: times('09:00', null, ['12:00', null]) }] }),
      ),
    ).toEqual([
      {
        entryId: id(1),
        old: null,
        new: {
          clockIn: Date.parse(at('09:00')),
          clockOut: null,
          breaks: [{ start: Date.parse(at('12:00')), end: null }],
        },
      },
    ]);
  });
});

describe('the hours of a day', () => {
  it('hours are locked in a closed period and before the correction window, with the reason', () => {
    const closed = [{ first: '2026-10-01', last: '2026-10-31', closedAt: '2026-11-02T10:00:00.000Z' }];
    const of = (day: string) => lockReason([day, closed, '2026-09-19', 'UTC']);
    expect(['2026-10-01', '2026-10-31', '2026-11-01', '2026-09-19', '2026-09-18'].map(of)).toEqual([
      'Closed on Nov 2',
      'Closed on Nov 2',
      null,
      null,
      'Too old',
    ]);
    const before = [{ first: '2025-12-01', last: '2025-12-31', closedAt: '2026-01-12T10:00:00.000Z' }];
    expect(lockReason(['2025-12-01', before, '2025-01-01', 'UTC'])).toBe('Closed on Jan 12, 2026');
  });

  it('dashboard and timesheet load again once a period is closed or hours are corrected', () => {
    const period = { first: '2026-10-01', last: '2026-10-31', state: 'closed' } as const;
    const timesheet = { calendar, employment: [], closed: [], next: null, entries: [], corrections: [] };
    for (const told of [
      change('11-1', { kind: 'period_closed', period }),
      change('11-1', { kind: 'correction_agreed', correction: correction(9), gone: [id(2)] }),
    ]) {
      expect(applyToClock(clockView(), told)).toBeNull();
      expect(concernsTimesheet(told, timesheet)).toBe(true);
    }
  });

  it('only days in an open period and within the correction window can be chosen', () => {
    const closed = [{ first: '2026-10-01', last: '2026-10-31', closedAt: '2026-11-02T10:00:00.000Z' }];
    const of = (day: string) => lockReason(['2026-11-20', closed, '2026-09-19', 'UTC', '2026-11-20'], day);
    expect(['2026-11-20', '2026-10-31', '2026-09-18'].map(of)).toEqual([null, 'Closed on Nov 2', 'Too old']);
  });
});
