import { read, utils, type WorkBook } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { createWorkbook } from '#documents/workbook';
import { teamCsv, teamPdf, teamSheets } from '#server/payroll/reports/files/report-files';
import type { TeamReportResult } from '#contract/reports/result';
import { at } from './records.ts';

const FILES = { workplaceName: '', firstWeekday: 1 } as const;

const midnight = Date.parse(at('00:00'));

const opened = (book: WorkBook, name: string) => {
  const sheet = book.Sheets[name];
  if (!sheet) throw new Error(`There is no sheet ${name}.`);
  return sheet;
};

const figures = { totalMinutes: 90, lateArrivals: 1, absences: 2, overtimeMinutes: 0, breakMinutes: 30 };
const person = (name: string, leftAt: number | null) => ({
  userId: name,
  name,
  employeeId: 'E',
  department: 'D',
  leftAt,
  isRunning: false,
  isEndMissing: false,
  ...figures,
});
const team: TeamReportResult = {
  kind: 'team',
  id: 'all',
  startDate: '2026-11-19',
  endDate: '2026-11-20',
  rules: 'standard',
  zone: 'Asia/Kathmandu',
  generatedAt: midnight,
  includeFormer: true,
  ruleText: { hours: 'h', late: 'l', absences: 'a', overtime: 'o', tag: 't' },
  rows: [person('+1', null), person('Björn', midnight + 1)],
};

describe('the report over all employees as CSV', () => {
  it('the CSV has a row per person and escapes names that would run as a formula', () => {
    const rows = [
      { ...person('=HYPERLINK("http://x")', null), overtimeMinutes: 60 },
      person('Lea Ver', midnight + 1),
    ];
    expect(teamCsv({ ...team, rows })).toBe(
      [
        'Employee,Employee ID,Department,Total Hours,Late Arrivals,Absences,Overtime,Breaks,Left',
        `"'=HYPERLINK(""http://x"")",E,D,1.50,1,2,1.00,0.50,`,
        'Lea Ver,E,D,1.50,1,2,0.00,0.50,"Nov 20, 2026"',
      ]
        .map((line) => `${line}\r\n`)
        .join(''),
    );
  });
});

describe('the files of the report over all employees', () => {
  // Three times 20 minutes: 0.33 h each, and 1.00 h together.
  const rows = ['Ada', 'Bo', 'Cem'].map((name) => ({ ...person(name, null), totalMinutes: 20 }));

  it('have a row that makes hours with two decimals add up', () => {
    expect(teamCsv({ ...team, rows })).toContain('\r\nSeconds not shown,,,0.01,,,0.00,0.00,\r\n');
    expect(teamPdf({ ...team, rows }, FILES).rows.at(-2)?.cells).toEqual([
      'Seconds not shown',
      '',
      '0.01',
      '',
      '',
      '0.00',
      '0.00',
    ]);
  });

  it('separate by semicolons and write a decimal comma for spreadsheets of other countries', () => {
    const [heading, first] = teamCsv({ ...team, rows }, ';').split('\r\n');
    expect(heading).toBe(
      'Employee;Employee ID;Department;Total Hours;Late Arrivals;Absences;Overtime;Breaks;Left',
    );
    expect(first).toBe('Ada;E;D;0,33;1;2;0,00;0,50;');
  });

  it('name the time zone in force after it was changed', () => {
    const zone = 'Europe/Berlin 1794776400000 Africa/Kampala';
    expect(teamPdf({ ...team, zone }, FILES).facts.at(-1)).toContain('(Africa/Kampala)');
    const before = { ...team, zone, generatedAt: 1_794_776_399_999 };
    expect(teamPdf(before, FILES).facts.at(-1)).toContain('(Europe/Berlin)');
  });
});

describe('the Excel report over all employees', () => {
  it('the workbook has a row per person, and the sums on a separate sheet', () => {
    const book = read(createWorkbook(teamSheets(team)));
    expect(utils.sheet_to_json(opened(book, 'All employees'), { header: 1, raw: false })).toEqual([
      [
        'Employee',
        'Employee ID',
        'Department',
        'Total Hours',
        'Late Arrivals',
        'Absences',
        'Overtime',
        'Breaks',
        'Left',
      ],
      ['+1', 'E', 'D', '1:30', '1', '2', '0:00', '0:30'],
      ['Björn', 'E', 'D', '1:30', '1', '2', '0:00', '0:30', 'Nov 20, 2026'],
    ]);
    const facts = utils.sheet_to_json(opened(book, 'Summary'), { header: 1, raw: false });
    expect(facts).toContainEqual(['Total Hours', '3:00', 'h']);
    expect(JSON.stringify(facts)).not.toContain('Seconds not shown');
    // 1 h 30 min 40 s twice is 3 h 1 min 20 s, of which the rows show 3 h.
    const rows = team.rows.map((row) => ({ ...row, totalMinutes: 90 + 40 / 60 }));
    const other = opened(read(createWorkbook(teamSheets({ ...team, rows }))), 'Summary');
    const lines = utils.sheet_to_json<unknown[]>(other, { header: 1, raw: false });
    expect(lines.filter(([name]) => String(name).startsWith('Seconds not shown'))).toEqual([
      ['Seconds not shown: Total Hours', '0:01', 'the cells hold them, so the sum is exact'],
    ]);
  });
});
