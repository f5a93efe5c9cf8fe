/** Reads the Excel files with a reader that shares no code with their writer. */
import { read, utils, type WorkBook } from '@e965/xlsx';
import { afterEach, describe, expect, it } from 'vitest';
import type { EmployeeReportView } from '#contract/reports/reports';
import { employeeCsv, employeePdf, employeeSheets } from '#server/payroll/reports/files/employee-files';
import { employeeReportResult } from '#contract/reports/result';
import { createWorkbook } from '#documents/workbook';
import { valueText } from '#domain/file/table';
import { at, entry, id, settings } from './records.ts';

const FILES = { workplaceName: '', firstWeekday: 1 } as const;

const midnight = Date.parse(at('00:00'));
const DAY = 86_400_000;
const view: EmployeeReportView = {
  now: at('16:00'),
  settings: settings(),
  calendar: {
    timeZone: 'Asia/Kathmandu',
    plansId: '',
    today: '2026-11-20',
    days: [
      { day: '2026-11-19', weekday: 4, start: midnight - DAY, end: midnight, startMinute: 0, shifts: [] },
      { day: '2026-11-20', weekday: 5, start: midnight, end: midnight + DAY, startMinute: 0, shifts: [] },
    ],
  },
  employee: {
    id: id(1),
    name: '=cmd|calc',
    email: 'x@example.com',
    employeeId: 'NXBI-AB12C',
    department: 'Business Studio',
    employment: [{ from: '2026-01-01T00:00:00.000Z', to: null }],
  },
  corrections: [],
  closed: [],
  entries: [
    entry(1, {
      clockIn: at('10:15'),
      clockOut: at('18:45'),
      break: [{ start: at('12:00'), end: at('12:30') }],
      notes: '=HYPERLINK("http://evil")',
    }),
  ],
};
const result = employeeReportResult(
  view,
  { startDate: '2026-11-19', endDate: '2026-11-20', rules: 'standard', includeFormer: false },
  'one',
);

const opened = (book: WorkBook, name: string) => {
  const sheet = book.Sheets[name];
  if (!sheet) throw new Error(`There is no sheet ${name}.`);
  return sheet;
};

describe('the Excel timesheet', () => {
  const book = read(createWorkbook(employeeSheets(result, FILES)), { cellFormula: true, cellNF: true });
  const sheet = opened(book, 'Timesheet');

  it('has entries under their headings, and totals with their rules on a separate sheet', () => {
    expect(book.SheetNames).toEqual(['Timesheet', 'Days', 'Weeks', 'Summary']);
    expect(utils.sheet_to_json(sheet, { header: 1 })[0]).toEqual([
      'Date',
      'Weekday',
      'Clock In',
      'Clock Out',
      'Breaks',
      'Duration',
      'Late',
      'Status',
      'Notes',
    ]);
    const facts = utils.sheet_to_json<unknown[]>(opened(book, 'Summary'), { header: 1, raw: false });
    expect(facts).toContainEqual(['Total Hours', '8:00', 'time at work less breaks']);
    expect(facts).toContainEqual(['Late Arrivals', '1', 'first clock-in after 09:00']);
    expect(facts).toContainEqual([
      'Absences (since start date)',
      '1',
      'weekdays without an entry, including today',
    ]);
  });

  it('the cells are real dates, times and durations', () => {
    expect(
      [sheet.A2, sheet.B2, sheet.C2, sheet.D2, sheet.E2, sheet.F2].map((cell) => [cell?.t, cell?.w]),
    ).toEqual([
      ['n', 'Nov 20, 2026'],
      ['s', 'Fri'],
      ['n', '10:15'],
      ['n', '18:45'],
      ['n', '0:30'],
      ['n', '8:00'],
    ]);
    expect(sheet.A2?.v).toBe(46346);
    expect(sheet.D2?.v - sheet.C2?.v).toBeCloseTo(8.5 / 24, 6);
  });

  it('has no formula, and text that looks like one stays text', () => {
    expect(sheet.I2).toMatchObject({ t: 's', v: '=HYPERLINK("http://evil")' });
    const cells = Object.values(book.Sheets).flatMap((each) => Object.values(each) as { f?: string }[]);
    expect(cells.filter((cell) => cell?.f !== undefined)).toEqual([]);
    expect(utils.sheet_to_json<unknown[]>(opened(book, 'Summary'), { header: 1 })[0]).toEqual([
      'Employee',
      '=cmd|calc',
    ]);
  });

  it('drops or escapes characters that XML cannot hold or Excel would misread', () => {
    const odd = 'a\u0000b\u0007 <b>&"\uD83D x _x0041_ 日本 😀';
    const one = read(createWorkbook([{ name: 'A & B', columns: [{ width: 10 }], rows: [[odd]] }]));
    expect(opened(one, 'A & B').A1?.v).toBe('ab <b>&" x _x0041_ 日本 😀');
  });
});

describe('a workbook', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('a workbook has the same bytes in every time zone', () => {
    const made = ['America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati'].map((name) => {
      process.env['TZ'] = name;
      return {
        offset: new Date(0).getTimezoneOffset(),
        bytes: Buffer.from(createWorkbook(employeeSheets(result, FILES))).toString('hex'),
      };
    });
    expect(new Set(made.map(({ offset }) => offset)).size).toBe(3);
    expect(new Set(made.map(({ bytes }) => bytes)).size).toBe(1);
  });
});

describe('the Excel timesheet of a night when the clocks go back', () => {
  const days = [
    {
      day: '2026-10-24',
      weekday: 6,
      start: Date.parse('2026-10-23T22:00:00.000Z'),
      end: Date.parse('2026-10-24T22:00:00.000Z'),
      startMinute: 0,
      shifts: [],
    },
    {
      day: '2026-10-25',
      weekday: 7,
      start: Date.parse('2026-10-24T22:00:00.000Z'),
      end: Date.parse('2026-10-25T23:00:00.000Z'),
      startMinute: 0,
      shifts: [{ at: Date.parse('2026-10-25T01:00:00.000Z'), minutes: -60 }],
    },
  ];
  //  02:50 summer time to 02:50 winter time in Berlin, and a usual day after it
  const autumn = employeeReportResult(
    {
      ...view,
      calendar: { timeZone: 'Europe/Berlin', plansId: '', today: '2026-11-20', days },
      entries: [
        entry(11, { clockIn: '2026-10-25T00:50:00.000Z', clockOut: '2026-10-25T01:50:00.000Z' }),
        entry(12, { clockIn: '2026-10-24T07:00:00.000Z', clockOut: '2026-10-24T15:00:00.000Z' }),
      ],
    },
    { startDate: '2026-10-24', endDate: '2026-10-25', rules: 'standard', includeFormer: false },
    'autumn',
  );

  it('times that look equal show their offsets and stay times, and others show none', () => {
    const sheet = opened(read(createWorkbook(employeeSheets(autumn, FILES)), { cellNF: true }), 'Timesheet');
    const shown = ['C', 'D'].flatMap((column) => [2, 3].map((row) => sheet[`${column}${row}`]));
    expect(shown.map((cell) => [cell?.t, cell?.w]).toSorted()).toEqual([
      ['n', '02:50 (UTC+01:00)'],
      ['n', '02:50 (UTC+02:00)'],
      ['n', '09:00'],
      ['n', '17:00'],
    ]);
    expect(employeeSheets(autumn, FILES)[0]?.columns[2]?.width).toBeGreaterThanOrEqual(
      '02:50 (UTC+01:00)'.length,
    );
  });
});

describe('files of a night shift and of a new employee', () => {
  const nights = employeeReportResult(
    {
      ...view,
      employee: { ...view.employee, employment: [{ from: at('08:00'), to: null }] },
      entries: [
        entry(2, { clockIn: at('15:00') }),
        entry(1, { clockIn: '2026-11-19T14:15:00.000Z', clockOut: at('02:10') }),
      ],
    },
    { startDate: '2026-11-19', endDate: '2026-11-20', rules: 'standard', includeFormer: false },
    'one',
  );

  it("an open entry says 'Still clocked in', in Excel too", () => {
    const sheet = opened(read(createWorkbook(employeeSheets(nights, FILES))), 'Timesheet');
    expect([sheet.D2?.v, sheet.D3?.w]).toEqual(['Still clocked in', '02:10']);
    expect(employeePdf(nights, FILES).rows[0]?.cells[2]).toBe('Still clocked in');
  });

  it('the PDF shows the date of a clock-out on another day than the clock-in', () => {
    expect(employeePdf(nights, FILES).rows[1]?.cells[2]).toBe('02:10, Nov 20, 2026');
  });

  it('files show the start date, with a warning if it lies within the range, in Excel too', () => {
    const facts = (of: typeof result) =>
      utils.sheet_to_json<unknown[]>(opened(read(createWorkbook(employeeSheets(of, FILES))), 'Summary'), {
        header: 1,
        raw: false,
      });
    expect(facts(nights)).toContainEqual([
      'Start date',
      'Nov 20, 2026',
      'Absences only counted from start date',
    ]);
    expect(facts(result)).toContainEqual(['Start date', 'Jan 01, 2026']);
    expect(employeePdf(nights, FILES).warning).toBe('Absences only counted from start date');
  });
});

describe('the CSV timesheet', () => {
  it('a spreadsheet that opens the CSV finds no formula in it', () => {
    const book = read(employeeCsv(result), { type: 'string', raw: false, cellFormula: true });
    const sheet = opened(book, 'Sheet1');
    expect(utils.sheet_to_json(sheet, { header: 1, raw: false })[0]).toEqual([
      'Date',
      'Clock In',
      'Clock Out',
      'Hours',
      'Notes',
    ]);
    expect(sheet.E2).toMatchObject({ t: 's', v: `'=HYPERLINK("http://evil")` });
    expect(sheet.E2?.f).toBeUndefined();
  });
});

describe('the PDF', () => {
  it('the PDF has the totals with their rules, the start date and the entries', () => {
    const content = employeePdf(result, FILES);
    expect(content.figures.map(({ label, value, rule }) => [label, valueText(value), rule])).toEqual([
      ['Total Hours', '8.00', 'time at work less breaks'],
      ['Late Arrivals', '1', 'first clock-in after 09:00'],
      ['Absences (since start date)', '1', 'weekdays without an entry, including today'],
      ['Overtime', '0.00', 'beyond 8h in one entry'],
    ]);
    expect(content.facts.join(' ')).toContain('Start date: Jan 01, 2026');
    const times = ['Fri Nov 20, 2026', { warning: '10:15 Late' }, '18:45', '30m', '8h', 'Complete'];
    expect(content.rows).toEqual([
      { cells: [...times, '=HYPERLINK("http://evil")'] },
      { cells: ['Week of Nov 16, 2026', '', '', '30m', '8h', '', ''], subtotal: 'many' },
    ]);
    expect(content.signatures).toEqual(['Signature of =cmd|calc', 'Signature for the employer']);
  });
});

describe('every file of a report', () => {
  const uneven = employeeReportResult(
    {
      ...view,
      entries: [11, 12].map((n) =>
        entry(n, {
          clockIn: `2026-11-${n + 8}T03:15:00.000Z`,
          clockOut: `2026-11-${n + 8}T04:15:40.000Z`,
        }),
      ),
    },
    { startDate: '2026-11-19', endDate: '2026-11-20', rules: 'standard', includeFormer: false },
    'two',
  );

  it('every file names the time zone in force after it was changed', () => {
    const moved = { ...uneven, zone: `UTC ${uneven.generatedAt} America/New_York` };
    const facts = [
      ...employeePdf(moved, FILES).facts,
      JSON.stringify(employeeSheets(moved, FILES).at(-1)?.rows),
    ];
    expect(facts.filter((fact) => fact.includes('(America/New_York)'))).toHaveLength(2);
  });

  it('every file shows the sum of the seconds that its rows do not show', () => {
    expect(employeePdf(uneven, FILES).rows.map(({ cells }) => [cells[0], cells[4]])).toEqual([
      ['Fri Nov 20, 2026', '1h'],
      ['Thu Nov 19, 2026', '1h'],
      ['Week of Nov 16, 2026', '2h 1m'],
      ['Seconds not shown', '1m'],
    ]);
    expect(employeePdf(uneven, FILES).figures.map(({ value }) => valueText(value))[0]).toBe('2.02');
    expect(employeeCsv(uneven)).toContain('\r\nSeconds not shown,,,0.02,\r\n');
    const book = read(createWorkbook(employeeSheets(uneven, FILES)));
    expect(utils.sheet_to_json(opened(book, 'Summary'), { header: 1, raw: false })).toContainEqual([
      'Seconds not shown',
      '0:01',
      'the cells hold them, so the sum is exact',
    ]);
  });
});
