import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timesheetCsv, timesheetFileName, timesheetRows, type TimesheetRow } from '#domain/entry/timesheet';
import { escapeFormula } from '#domain/file/csv';
import { entry, ZONE } from './timeline.ts';

const row = (notes: string): TimesheetRow => ({
  date: 'Nov 20, 2026',
  clockIn: '09:00',
  clockOut: '17:00',
  hours: '8.00',
  notes,
});

/** An RFC 4180 reader that shares no code with the writer. */
function readCsv(text: string): string[][] {
  const records: string[][] = [[]];
  const fields = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (const [, quoted, plain = '', separator] of text.replace(/^\uFEFF/u, '').matchAll(fields)) {
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (separator === '\r\n') records.push([]);
  }
  return records.slice(0, -1);
}

describe('timesheet rows (spec §7)', () => {
  it('a row has date, times in the workplace zone, hours with two decimals and notes', () => {
    expect(
      timesheetRows([entry('2026-11-20 09:00-17:20', { breaks: ['12:00-12:30'], notes: 'on site' })], ZONE),
    ).toEqual([
      { date: 'Nov 20, 2026', clockIn: '09:00', clockOut: '17:20', hours: '7.83', notes: 'on site' },
    ]);
  });

  it('an open entry has 0 hours', () => {
    expect(timesheetRows([entry('2026-11-20 09:00-')], ZONE)).toEqual([
      { date: 'Nov 20, 2026', clockIn: '09:00', clockOut: '', hours: '0', notes: '' },
    ]);
  });
});

describe('the CSV file (spec §7) [D6.6]', () => {
  it('the file has these columns and lines', () => {
    expect(timesheetCsv([row('on site')])).toBe(
      'Date,Clock In,Clock Out,Hours,Notes\r\n"Nov 20, 2026",09:00,17:00,8.00,on site\r\n',
    );
    expect(timesheetCsv([])).toBe('Date,Clock In,Clock Out,Hours,Notes\r\n');
  });

  it('the file has a byte-order mark only if it has non-ASCII text', () => {
    expect(timesheetCsv([row('cafe')]).startsWith('\uFEFF')).toBe(false);
    expect(timesheetCsv([row('café')]).startsWith('\uFEFFDate,')).toBe(true);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    [' =1', "' =1"],
    ['\0=1', "'=1"],
    ['＝1', "'＝1"],
    ['a=1', 'a=1'],
    ['', ''],
    ["'quoted", "'quoted"],
    ['9-5', '9-5'],
    ["a;=cmd|' /C calc'!A0", "a;'=cmd|' /C calc'!A0"],
    ['a; =1', "a; '=1"],
    ['Ada,=1+1', "Ada,'=1+1"],
    ['a;;"=1', 'a;;"\'=1'],
    ['a|@SUM(1)', "a|'@SUM(1)"],
    ['a\t-1', "a\t'-1"],
    ['a\r\n+1', "a\r\n'+1"],
    ['a;＝1', "a;'＝1"],
    ['\n=1', "'\n'=1"],
    ['left early; back at 3', 'left early; back at 3'],
    ['a;b=c', 'a;b=c'],
  ])('a cell that a spreadsheet would run as a formula is escaped: %j', (cell, text) => {
    expect(escapeFormula(cell)).toBe(text);
  });

  it('an RFC 4180 reader gets back what was written', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '=', ' ', 'é', 'x') }),
          ),
          { maxLength: 8 },
        ),
        (notes) => {
          const rows = notes.map(row);
          expect(readCsv(timesheetCsv(rows)).slice(1)).toEqual(
            rows.map((each) => ['Nov 20, 2026', '09:00', '17:00', '8.00', escapeFormula(each.notes)]),
          );
        },
      ),
    );
  });

  it('no cell begins with a formula, whatever separator the spreadsheet splits at', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('=', '@', ';', '|', '\t', '\r', '\n', ' ', '"', ',', 'a') }),
        (notes) => {
          for (const separator of [';', '|', '\t'])
            for (const line of timesheetCsv([row(notes)]).split(/[\r\n]/u))
              for (const cell of line.split(separator)) expect(cell).not.toMatch(/^[\s"]*[=@]/u);
        },
      ),
    );
  });

  it('no escaped text begins with a character that starts a formula', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\0', ' ', 'a') }),
        (notes) => {
          expect(escapeFormula(notes)).not.toMatch(/^[=+\-@\t\r\n]/u);
        },
      ),
    );
  });
});

describe('the file name (spec §7)', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace_timesheet.csv'],
    ['Çağla Öz', 'Çağla Öz_timesheet.csv'],
    ['../../etc/passwd', 'etcpasswd_timesheet.csv'],
    ['a\r\nb\u202Egpj.exe\0', 'abgpj.exe_timesheet.csv'],
    ['  ', 'employee_timesheet.csv'],
  ])('the file of %j is named %s', (name, file) => {
    expect(timesheetFileName(name)).toBe(file);
  });

  it('other formats have their own file extension', () => {
    expect(timesheetFileName('Ada', 'xlsx')).toBe('Ada_timesheet.xlsx');
  });

  it('the file name can include the period', () => {
    expect(timesheetFileName('Ada', 'pdf', '2026-10')).toBe('Ada_timesheet_2026-10.pdf');
  });
});

describe('hours of whole minutes', () => {
  // 8 h 59 s, 59 min 30 s and a running entry: 9 h in all, but the rows show 8 h and 59 min.
  const second = 1000;
  const long = entry('2026-11-20 09:00-17:00');
  const short = entry('2026-11-19 09:00-09:59');
  const entries = [
    { ...long, clockOut: (long.clockOut ?? 0) + 59 * second },
    { ...short, clockOut: (short.clockOut ?? 0) + 30 * second },
    entry('2026-11-18 09:00-'),
  ];

  it('a last row adds the seconds that the hours do not show', () => {
    expect(timesheetRows(entries, ZONE).map(({ date, hours }) => [date, hours])).toEqual([
      ['Nov 20, 2026', '8.00'],
      ['Nov 19, 2026', '0.98'],
      ['Nov 18, 2026', '0'],
      ['Seconds not shown', '0.02'],
    ]);
  });

  it('the last row is left out when the hours add up', () => {
    expect(timesheetRows([long, short], ZONE)).toHaveLength(2);
  });

  it('the last row takes away what the hours of the rows have too much', () => {
    const rows = timesheetRows([entry('2026-11-20 09:00-09:10'), entry('2026-11-19 09:00-09:10')], ZONE);
    expect(rows.map(({ hours }) => hours)).toEqual(['0.17', '0.17', '-0.01']);
    expect(timesheetCsv(rows)).toContain('\r\nSeconds not shown,,,-0.01,\r\n');
    expect(timesheetCsv(rows, [], ';')).toContain('\r\nSeconds not shown;;;-0,01;\r\n');
  });
});
