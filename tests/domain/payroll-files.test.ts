import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
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
import { read, utils } from '@e965/xlsx';
import { ada } from './example-payroll.ts';

const profile = (changed: Partial<PayrollProfile>): PayrollProfile => ({ ...STANDARD_PROFILE, ...changed });
const column = (name: PayrollProfile['columns'][number]['column']) => ({ column: name, name });

const EARLIER_END = ['Waiting for Employee', 'Self-decided', 'Open Requests', 'Objections', 'Confirmed'];

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
    const titles = (of: Parameters<typeof standardProfile>[0], hasFirstTitle = false) =>
      standardProfile(of, undefined, hasFirstTitle).columns.map(({ name }) => name);
    expect(titles([away, ada]).slice(-2)).toEqual(['Leave Counted as Time', 'Sick']);
    const csv = payrollCsv(
      [away, { ...ada, userId: 'bob' }],
      standardProfile([away, ada], STANDARD_PROFILE.columns),
    );
    expect(csv).toMatch(/,12\.00,1\.5\r\n.*,0\.00,0\r\n$/su);
    const { creditedMinutes: _, leave: __, ...before } = ada;
    expect(titles([before]).at(-1)).toBe('Holidays');
    const { expectedDays: ___, holidays: ____, ...oldest } = before;
    expect(titles([oldest]).slice(-5)).toEqual(EARLIER_END);
    expect(titles([oldest], true).slice(-5)).toEqual(['Awaiting Agreement', ...EARLIER_END.slice(1)]);
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
    const expected = ',Carla\r\n0009,Ada\r\n9,Björn\r\n10,Ada\r\nA1,Dan\r\nA1,Eve\r\n';
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

  it.each([
    [{ header: true }, '\uFEFF'],
    [{ header: false }, ''],
    [{ header: true, encoding: 'utf-8' }, ''],
    [{ header: false, encoding: 'utf-8-mark' }, '\uFEFF'],
    [{ header: true, encoding: 'windows-1252' }, ''],
  ] as const)('a file of a profile with %j begins with the mark %j', (changed, mark) => {
    const own = profile({ ...changed, columns: [column('name')] });
    const lines = [...(changed.header ? ['name'] : []), 'Björn', ''].join('\r\n');
    expect(payrollCsv([{ ...ada, name: 'Björn' }], own)).toBe(`${mark}${lines}`);
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
