import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { payrollSummary, regularMinutes, type PayrollQuestion } from '#domain/period/payroll';
import {
  CSV_DELIMITERS,
  DATE_SPELLINGS,
  EXAMPLE_PROFILES,
  HOUR_SPELLINGS,
  HOURS_COLUMNS,
  PAYROLL_COLUMN_LABEL,
  PAYROLL_COLUMNS,
  payrollCsv,
  payrollRows,
  payrollText,
  STANDARD_PROFILE,
  standardProfile,
  type PayrollProfile,
} from '#domain/period/payroll-file';
import { CORRECTION_STATES } from '#domain/correction/state';
import { UNTOUCHED_PERIOD } from '#domain/period/pay-period';
import { buildReport } from '#domain/report/report';
import { summarise } from '#domain/day/summary';
import { read, utils } from '@e965/xlsx';
import { figuresOf } from './oracle.ts';
import { at, daysAround, entry, settings, workplaceDays, ZONE } from './timeline.ts';

const days = workplaceDays(ZONE, '2026-11-01', '2026-11-30');
const person: PayrollQuestion['person'] = {
  id: 'ada',
  name: 'Ada Lovelace',
  employeeId: 'NXBI-00001',
  payrollNumber: '0042',
  department: 'Business Studio',
  createdAt: at('2026-01-01 09:00'),
  leftAt: null,
};
//  Mon 16: 09:03-18:33 with a break of 30 minutes: 9 h;  Tue 17: 09:06:30-19:06:30: 10 h
const entries = [
  entry('2026-11-16 09:03-18:33', { breaks: ['12:00-12:30'] }),
  { ...entry('2026-11-17 09:06-19:06'), clockIn: at('2026-11-17 09:06:30') },
];
const report = (rules: 'standard' | 'settings', employee = person) =>
  figuresOf(
    buildReport({
      employee,
      entries,
      days,
      today: '2026-12-01',
      rules,
      settings,
      now: at('2026-12-01 09:00'),
    }),
  );
const question = (changed: Partial<PayrollQuestion> = {}): PayrollQuestion => ({
  person,
  days,
  figures: { standard: report('standard'), settings: report('settings') },
  workedOnLeave: new Map(),
  corrections: [],
  record: UNTOUCHED_PERIOD,
  settings,
  ...changed,
});
const ada = payrollSummary(question());

describe('payroll summaries', () => {
  it("a summary has the report's figures of its days by both sets of rules", () => {
    expect(ada).toEqual({
      userId: 'ada',
      name: 'Ada Lovelace',
      employeeId: 'NXBI-00001',
      payrollNumber: '0042',
      department: 'Business Studio',
      first: '2026-11-01',
      last: '2026-11-30',
      workedMinutes: 1139.5,
      targetMinutes: 21 * 480,
      breakMinutes: 30,
      overtimeMinutes: { standard: 179.5, settings: 59.5 },
      lateArrivals: { standard: 2, settings: 1 },
      absences: 19,
      expectedDays: 21,
      holidays: 0,
      creditedMinutes: 0,
      leave: [],
      corrections: 0,
      awaitingAgreement: 0,
      selfDecided: 0,
      openRequests: 0,
      objections: 0,
      isConfirmed: false,
      overtimeRules: { standard: 'beyond 8 h in one entry', settings: 'beyond 9 h a day' },
    });
  });

  it("a whole month has the dashboard's target, and people who join or leave have their part of it", () => {
    const november = summarise({
      entries: [],
      days: daysAround('2026-11-18'),
      today: '2026-11-18',
      settings,
      now: at('2026-11-18 09:00'),
    });
    expect(ada.targetMinutes).toBe(november.month.targetMinutes);
    const target = (changed: Partial<PayrollQuestion['person']>) =>
      payrollSummary(question({ person: { ...person, ...changed } })).targetMinutes / 480;
    expect(target({ createdAt: at('2026-11-16 10:00') })).toBe(11);
    expect(target({ leftAt: at('2026-11-18 10:00') })).toBe(12);
  });

  it('days of leave are counted by kind, and credited less what was worked on them', () => {
    const leave = (kind: string, name: string, isCredited: boolean, half: 'morning' | null = null) => ({
      leave: { kind, name, color: 'green' as const, isCredited, half },
    });
    const changed = days.map((day) => ({
      ...day,
      // A weekend counts nothing.
      ...(day.day >= '2026-11-19' && day.day <= '2026-11-22' ? leave('sick', 'Sick', true) : {}),
      ...(day.day === '2026-11-24' ? leave('holiday', 'Holiday', true, 'morning') : {}),
      ...(day.day === '2026-11-25' ? leave('unpaid', 'Unpaid', false) : {}),
    }));
    const counted = payrollSummary(question({ days: changed, workedOnLeave: new Map([['2026-11-19', 60]]) }));
    expect(counted).toMatchObject({
      targetMinutes: 21 * 480,
      creditedMinutes: 420 + 480 + 240,
      leave: [
        { kind: 'holiday', name: 'Holiday', days: 0.5 },
        { kind: 'sick', name: 'Sick', days: 2 },
        { kind: 'unpaid', name: 'Unpaid', days: 1 },
      ],
    });
  });

  it('the expected days and holidays are counted, half ones half', () => {
    const holiday = (isHalf: boolean) => ({ holiday: { name: 'Feast', isHalf } });
    const schedule = { name: 'Mornings', minutes: 240, start: '08:00', end: '12:00' };
    const changed = days.map((day) => ({
      ...day,
      // A Sunday, a Monday and a Tuesday; then Wednesdays with a schedule, and a Thursday off.
      ...(day.day === '2026-11-15' || day.day === '2026-11-16' ? holiday(false) : {}),
      ...(day.day === '2026-11-17' ? holiday(true) : {}),
      ...(day.weekday === 3 ? { schedule } : {}),
      ...(day.day === '2026-11-19' ? { schedule: { name: 'Mornings', minutes: 0 }, ...holiday(false) } : {}),
    }));
    const counted = payrollSummary(question({ days: changed }));
    expect(counted).toMatchObject({ expectedDays: 19, holidays: 1.5 });
    expect(counted.targetMinutes).toBe(14 * 480 + 240 + 4 * 240);
    expect(counted.overtimeRules).toEqual({
      standard: 'beyond 8 h in one entry',
      settings: 'by the schedule or the work settings of each day',
    });
  });

  it('a summary counts corrections by their state and includes stated ends', () => {
    const corrections = [
      ...CORRECTION_STATES.map((state) => ({ state, selfDecided: false })),
      { state: 'agreed' as const, selfDecided: true },
      { state: 'stated' as const, selfDecided: false },
    ];
    const counts = (record: Partial<typeof UNTOUCHED_PERIOD>) =>
      payrollSummary(question({ corrections, record: { ...UNTOUCHED_PERIOD, ...record } }));
    expect(counts({ confirmedAt: 1 })).toMatchObject({
      corrections: 6,
      awaitingAgreement: 1,
      selfDecided: 1,
      openRequests: 3,
      objections: 1,
      isConfirmed: true,
    });
    expect(counts({ objectedAt: 2, confirmedAt: 1 })).toMatchObject({ objections: 2, isConfirmed: false });
  });

  it('a file says whether the hours changed since they were confirmed', () => {
    const record = { ...UNTOUCHED_PERIOD, confirmedAt: 1, isChanged: true };
    const { isConfirmed, confirmationRemark } = payrollSummary(question({ record }));
    expect([isConfirmed, confirmationRemark]).toEqual([false, 'changed since confirmed']);
    expect(payrollCsv([payrollSummary(question({ record }))], STANDARD_PROFILE)).toContain(
      ',No (changed since confirmed)',
    );
  });

  it('refuses a summary without days', () => {
    expect(() => payrollSummary(question({ days: [] }))).toThrow(RangeError);
  });

  it('regular hours and overtime add up to the worked hours in whole minutes', () => {
    const minutes = fc.integer({ min: 0, max: 20_000_000 }).map((ms) => ms / 60_000);
    fc.assert(
      fc.property(minutes, minutes, (overtime, rest) => {
        const one = {
          ...ada,
          workedMinutes: overtime + rest,
          overtimeMinutes: { standard: overtime, settings: 0 },
        };
        expect(regularMinutes(one, 'standard') + Math.floor(overtime)).toBe(Math.floor(overtime + rest));
        expect(regularMinutes(one, 'standard')).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

const profile = (changed: Partial<PayrollProfile>): PayrollProfile => ({ ...STANDARD_PROFILE, ...changed });
const column = (name: PayrollProfile['columns'][number]['column']) => ({ column: name, name });

describe('payroll files', () => {
  it('a file has all columns under their names by default', () => {
    const [header, line] = payrollCsv([ada], STANDARD_PROFILE).split('\r\n');
    expect(header).toBe(
      'Payroll Number,Employee ID,Employee,Department,First Day,Last Day,Month,Worked,Target,Breaks,Regular (Standard),Overtime (Standard),' +
        'Regular (Work settings),Overtime (Work settings),Absences,Late Arrivals (Standard),Late Arrivals (Work settings),Corrections,' +
        'Waiting for Employee,Self-decided,Open Requests,Objections,Confirmed,Expected Days,Holidays,Leave Counted as Time',
    );
    expect(line).toBe(
      '0042,NXBI-00001,Ada Lovelace,Business Studio,2026-11-01,2026-11-30,2026-11,18.98,168.00,0.50,16.00,2.98,18.00,0.98,19,2,1,0,0,0,0,0,No,21,0,0.00',
    );
    expect(Object.keys(PAYROLL_COLUMN_LABEL).toSorted()).toEqual([...PAYROLL_COLUMNS].toSorted());
  });

  it('the DATEV example has a line per wage type with hours, semicolons and decimal commas', () => {
    const [datev] = EXAMPLE_PROFILES;
    const none = {
      ...ada,
      payrollNumber: '7',
      name: 'Björn',
      overtimeMinutes: { standard: 0, settings: 0.9 },
    };
    expect(datev && payrollCsv([ada, none], datev)).toBe(
      '\uFEFFPersonalnummer;Abrechnungsmonat;Lohnart;Stunden;Name\r\n' +
        '7;11.2026;1000;18,98;Björn\r\n' +
        '0042;11.2026;1000;18,00;Ada Lovelace\r\n' +
        '0042;11.2026;1010;0,98;Ada Lovelace\r\n',
    );
  });

  it('a file has a column for each kind of leave that was taken, and files of earlier versions have their own', () => {
    const away = { ...ada, creditedMinutes: 720, leave: [{ kind: 'sick', name: 'Sick', days: 1.5 }] };
    const titles = (...of: Parameters<typeof standardProfile>) => standardProfile(...of).columns.map(({ name }) => name);
    expect(titles([away, ada]).slice(-2)).toEqual(['Leave Counted as Time', 'Sick']);
    const csv = payrollCsv([away, { ...ada, userId: 'bob' }], standardProfile([away, ada]));
    expect(csv).toMatch(/,12\.00,1\.5\r\n.*,0\.00,0\r\n$/su);
    const { creditedMinutes: _, leave: __, ...before } = ada;
    expect(titles([before]).at(-1)).toBe('Holidays');
    const { expectedDays: ___, holidays: ____, ...oldest } = before;
    expect(titles([oldest]).at(-1)).toBe('Confirmed');
  });

  it('the ADP example has fixed texts, and regular hours and overtime side by side', () => {
    const adp = EXAMPLE_PROFILES[1];
    expect(adp && payrollCsv([ada], adp)).toBe(
      'Co Code,Batch ID,File #,Reg Hours,O/T Hours\r\nABC,PUNCTUAL,0042,18.00,0.98\r\n',
    );
  });

  it.each([
    [{ hours: 'decimal', decimal: '.', dates: 'iso' }, ['18.98', '2026-11-30', '2026-11']],
    [{ hours: 'decimal', decimal: ',', dates: 'dmy' }, ['18,98', '30.11.2026', '11.2026']],
    [{ hours: 'clock', decimal: ',', dates: 'mdy' }, ['18:59', '11/30/2026', '11/2026']],
    [{ hours: 'minutes', decimal: ',', dates: 'iso' }, ['1139', '2026-11-30', '2026-11']],
  ] as const)('hours and dates are written as %j says', (spelling, expected) => {
    const own = profile({ ...spelling, columns: [column('worked'), column('last'), column('month')] });
    expect(payrollRows([ada], own)[0]?.map((cell) => payrollText(cell, own))).toEqual(expected);
  });

  it('lines are sorted by payroll number and then by name', () => {
    const of = (text: string) => {
      const [payrollNumber = '', name = ''] = text.split(' ');
      return { ...ada, payrollNumber, name, userId: [...name].toReversed().join('') };
    };
    const all = ['10 Ada', '9 Björn', ' Carla', '0009 Ada', 'A1 Dan', 'A1 Eve'].map(of);
    const own = profile({ header: false, columns: [column('payrollNumber'), column('name')] });
    const expected = '\uFEFF,Carla\r\n0009,Ada\r\n9,Björn\r\n10,Ada\r\nA1,Dan\r\nA1,Eve\r\n';
    expect(payrollCsv(all, own)).toBe(expected);
    expect(payrollCsv(all.toReversed(), own)).toBe(expected);
  });

  it('a file has no cell that a spreadsheet runs as a formula, whatever the delimiter', () => {
    const name = '=HYPERLINK("http://example.com")';
    const harm = { ...ada, name, department: 'a,=1;=1', payrollNumber: '-1' };
    const own = (delimiter: PayrollProfile['delimiter']) =>
      payrollCsv(
        [harm],
        profile({
          delimiter,
          columns: [
            { column: 'name', name: '+header' },
            column('department'),
            column('payrollNumber'),
            { column: 'fixed', name: 'Code', text: '@SUM(A1)' },
          ],
        }),
      );
    expect(own(',')).toBe(
      `'+header,department,payrollNumber,Code\r\n"'=HYPERLINK(""http://example.com"")","a,'=1;'=1",'-1,'@SUM(A1)\r\n`,
    );
    expect(own(';')).toContain(`;"a,'=1;'=1";'-1;'@SUM(A1)`);
  });

  it('a spreadsheet reads back any text written with any profile', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'ß', ',', ';', '\t', '"', '\n', '\r', ' ', '1', '.'),
      maxLength: 8,
    });
    const fields = (['name', 'worked', 'last'] as const).map(column);
    const profiles = fc.record({
      delimiter: fc.constantFrom(...CSV_DELIMITERS),
      hours: fc.constantFrom(...HOUR_SPELLINGS),
      dates: fc.constantFrom(...DATE_SPELLINGS),
    });
    fc.assert(
      fc.property(text, text, profiles, (name, fixed, changed) => {
        const own = profile({
          ...changed,
          decimal: ',',
          columns: [...fields, { column: 'fixed', name: 'Code', text: fixed }],
        });
        const sheet = read(payrollCsv([{ ...ada, name }], own), {
          type: 'string',
          raw: true,
          FS: own.delimiter,
        }).Sheets['Sheet1'];
        const rows = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1, raw: true, defval: '' });
        const cells = payrollRows([{ ...ada, name }], own)[0] ?? [];
        const spelled = cells.map((cell) => payrollText(cell, own).replaceAll(/^(?=[\t\r\n])/gu, "'"));
        expect(rows[1]).toEqual(spelled);
      }),
      { numRuns: 300 },
    );
  });

  it('only columns that hold hours can be a wage type', () => {
    const kinds = payrollRows([ada], profile({ columns: HOURS_COLUMNS.map(column) }))[0]?.map((value) =>
      typeof value === 'object' ? value.kind : 'text',
    );
    expect(new Set(kinds)).toEqual(new Set(['hours']));
    const plain = payrollRows([ada], profile({ columns: [column('wageType'), column('wageHours')] }));
    expect(plain).toEqual([['', '']]);
  });
});
