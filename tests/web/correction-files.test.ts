/** Corrections and kiosks in the files of a report; report-files.test.ts covers entries without either. */
import { read, utils } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import type { Correction } from '#contract/corrections/corrections';
import { createWorkbook } from '#documents/workbook';
import { employeeCsv, employeePdf, employeeSheets } from '#server/payroll/reports/files/employee-files';
import { employeeReportResult } from '#contract/reports/result';
import { at, calendar, correction, entry, id, times } from './records.ts';

const FILES = { workplaceName: '', firstWeekday: 1 } as const;

const changed = entry(1, { clockIn: at('09:00'), clockOut: at('18:00'), notes: 'Opening' });
const resultOf = (corrections: Correction[], entries = [changed]) =>
  employeeReportResult(
    {
      now: at('20:00'),
      settings: null,
      calendar,
      employee: {
        id: id(1),
        name: 'Maya Gurung',
        email: 'x@example.com',
        employeeId: 'NXBI-AB12C',
        department: 'Business Studio',
        employment: [{ from: '2026-01-01T00:00:00.000Z', to: null }],
      },
      corrections,
      closed: [],
      entries,
    },
    { startDate: '2026-11-20', endDate: '2026-11-20', rules: 'standard', includeFormer: false },
    'one',
  );

const agreed = correction(1, {
  state: 'agreed',
  decidedBy: { id: id(9), name: 'Administrator' },
  items: [{ entryId: changed.id, old: times('09:00', '17:00'), new: times('09:00', '18:00') }],
});
const removed = correction(2, {
  state: 'objected',
  askedBy: { id: id(9), name: 'Administrator' },
  reason: 'Made by mistake!',
  objection: 'I was there',
  items: [{ entryId: id(7), old: times('19:00', '19:30'), new: null }],
});
const TOLD =
  'Corrected: was 09:00 - 17:00, is 09:00 - 18:00. Requested by Person 1 on Nov 20, 2026: Forgot to clock out. Approved by Administrator.';
const REMOVED =
  'Objection: was 19:00 - 19:30, is removed. Corrected by Administrator on Nov 20, 2026: Made by mistake! Objection: I was there.';

describe('report files with marked entries', () => {
  it('the CSV shows old and new times, requester and approver, and removed entries have no hours', () => {
    const sheet = read(employeeCsv(resultOf([agreed, removed])), { type: 'string', raw: true }).Sheets[
      'Sheet1'
    ];
    const rows = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1 });
    expect(rows[0]?.at(-1)).toBe('Correction');
    expect(rows[1]).toEqual(['Nov 20, 2026', '09:00', '18:00', '9.00', 'Opening', TOLD]);
    expect(rows[2]?.[3] ?? '').toBe('');
    expect(rows[2]?.at(-1)).toBe(REMOVED);
  });

  it('Excel shows each correction beside its entry and all of them on a separate sheet', () => {
    const book = read(createWorkbook(employeeSheets(resultOf([agreed, removed]), FILES)));
    expect(book.SheetNames).toEqual(['Timesheet', 'Days', 'Weeks', 'Corrections', 'Summary']);
    expect(book.Sheets['Timesheet']?.J2?.v).toBe(TOLD);
    const rows = utils.sheet_to_json<string[]>(book.Sheets['Corrections'] ?? {}, { header: 1, raw: false });
    expect(rows.slice(1).map((row) => row.slice(1, 5))).toEqual([
      ['09:00 - 17:00', '09:00 - 18:00', 'Approved', 'Person 1'],
      ['19:00 - 19:30', 'Removed', 'Objection', 'Administrator'],
    ]);
  });

  it('the PDF shows corrections beside the notes and removed entries below the table', () => {
    const pdf = employeePdf(resultOf([agreed, removed]), FILES);
    expect(pdf.rows[0]?.cells.at(-1)).toBe(`Opening\n${TOLD}`);
    expect(pdf.note).toContain(REMOVED);
  });

  it('files do not mention corrections that were declined, withdrawn or undone', () => {
    const undone = correction(1, { ...agreed, state: 'taken-back' });
    expect(employeeCsv(resultOf([undone]))).toBe(employeeCsv(resultOf([])));
    expect(employeeSheets(resultOf([undone]), FILES)).toEqual(employeeSheets(resultOf([]), FILES));
    const [pdf, without] = [[undone], []].map((of) => employeePdf(resultOf(of), FILES));
    expect(pdf).toEqual({ ...without, columns: pdf?.columns });
  });

  it('files show who stated an end, when and why, even after a later correction', () => {
    const closedBy = { name: 'Ada', reason: 'Forgot to clock out', at: at('19:00') };
    const closed = { ...changed, closedBy };
    const told =
      'Corrected: was 09:00 - End missing, is 09:00 - 18:00. End stated by Ada on Nov 20, 2026: Forgot to clock out.';
    const result = resultOf([], [closed]);
    expect(employeeCsv(result)).toContain(told);
    expect(employeePdf(result, FILES).rows[0]?.cells.at(-1)).toBe(`Opening\n${told}`);
    const book = read(createWorkbook(employeeSheets(result, FILES)));
    expect(book.Sheets['Timesheet']?.J2?.v).toBe(told);
    const rows = utils.sheet_to_json<string[]>(book.Sheets['Corrections'] ?? {}, { header: 1, raw: false });
    expect(rows[1]).toEqual([
      'Nov 20, 2026',
      '09:00 - End missing',
      '09:00 - 18:00',
      'End stated',
      'Ada',
      'Nov 20, 2026',
      'Forgot to clock out',
    ]);
    const since = { ...closed, clockOut: at('18:00') };
    const both = employeeCsv(resultOf([correction(1, { ...agreed, askedAt: at('19:30') })], [since]));
    expect(both).toContain('Before that: was 09:00 - End missing, is 09:00 - 17:00. End stated by Ada');
  });

  it('every file names the kiosk of an entry, in a column of its own where it has columns', () => {
    const atKiosk = resultOf([], [{ ...changed, notes: '', kiosk: 'Gate' }]);
    expect(employeeCsv(atKiosk)).toMatch(/^Date,Clock In,Clock Out,Hours,Notes,Kiosk\r\n.*,,Gate\r\n/);
    const sheet = read(createWorkbook(employeeSheets(atKiosk, FILES))).Sheets['Timesheet'];
    expect([sheet?.J1?.v, sheet?.J2?.v]).toEqual(['Kiosk', 'Gate']);
    expect(employeePdf(atKiosk, FILES).rows[0]?.cells.at(-1)).toBe('Kiosk: Gate');
  });
});
