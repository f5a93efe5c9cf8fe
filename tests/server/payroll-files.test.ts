/** The files of a closed period, opened by independent readers. */
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { read, utils } from '@e965/xlsx';
import { zlibSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import {
  PAYROLL_FILE_KINDS,
  PayrollPeriod,
  type PayrollFileKind,
  type PayrollPerson,
} from '#contract/periods/payroll';
import {
  EXAMPLE_PROFILES,
  STANDARD_PROFILE,
  standardProfile,
  type PayrollProfile,
} from '#domain/period/payroll-file';
import { makePayrollFile, payrollFileName } from '#server/payroll/periods/files/payroll-files';
import { standardColumns } from '#server/payroll/periods/files/standard-columns';
import { inLanguage } from '#server/platform/language';
import { readPdf } from '#tests/support/pdf-reader';

const person = (n: number, name: string, more: Partial<PayrollPerson> = {}): PayrollPerson => ({
  userId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  name,
  employeeId: `NXBI-0000${n}`,
  payrollNumber: String(n),
  department: 'Studio',
  first: '2026-10-01',
  last: '2026-10-31',
  workedMinutes: 9_630.999,
  targetMinutes: 10_560,
  breakMinutes: 630,
  overtimeMinutes: { standard: 90.5, settings: 60 },
  lateArrivals: { standard: 2, settings: 1 },
  absences: 1,
  corrections: 0,
  awaitingAgreement: 0,
  selfDecided: 0,
  openRequests: 0,
  objections: 0,
  isConfirmed: true,
  overtimeRules: { standard: 'beyond 8 h in one entry', settings: 'beyond 8 h a day' },
  closedAt: '2026-11-02T03:15:00.000Z',
  closedBy: 'Ada Admin',
  reopenings: 0,
  ...more,
});

const period: PayrollPeriod = {
  workplace: 'Nexbrix',
  timeZone: 'Asia/Kathmandu',
  first: '2026-10-01',
  last: '2026-10-31',
  people: [
    person(10, '山田 太郎'),
    person(2, 'Maya Gurung', {
      corrections: 2,
      awaitingAgreement: 1,
      objections: 1,
      isConfirmed: false,
      reopenings: 1,
      closedAt: '2026-11-03T09:00:00.000Z',
    }),
    person(3, '=cmd|calc', {
      payrollNumber: '',
      workedMinutes: 0,
      overtimeMinutes: { standard: 0, settings: 0 },
    }),
  ],
};

const make = (
  kind: PayrollFileKind,
  of = period,
  profile: PayrollProfile = standardProfile(of.people),
  isEarlier = false,
): Promise<Buffer> => makePayrollFile(kind, of, profile, new AbortController().signal, isEarlier);

describe('a payroll file', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it.each(PAYROLL_FILE_KINDS)(
    'has the same bytes in any time zone and for any order of its people (%s)',
    async (kind) => {
      const made = new Set<string>();
      for (const [name, people] of [
        ['America/Los_Angeles', period.people],
        ['Pacific/Kiritimati', period.people.toReversed()],
      ] as const) {
        process.env['TZ'] = name;
        const bytes = await make(kind, { ...period, people: [...people] });
        made.add(createHash('sha256').update(bytes).digest('hex'));
      }
      expect(made.size).toBe(1);
      const other = {
        ...period,
        people: period.people.with(0, person(10, '山田 太郎', { workedMinutes: 60 })),
      };
      expect(made).not.toContain(
        createHash('sha256')
          .update(await make(kind, other))
          .digest('hex'),
      );
    },
  );

  // A closed period's file must never change, so a package update must not change its bytes.
  it.each([
    ['csv', 'b8fc02caddb4e971f97f404eda5b21956cba265085faec7b15c313673e9ab824'],
    ['xlsx', '6844ba15eb2879d461db1b59a383841950e63565abbec981b7e8bbb6cdb3f96f'],
    ['pdf', '61a3ccfce50b91f0b609ca37160b9847ed21b40142f1c3edd21fb07922a7af13'],
    ['json', 'db9bbc3e97c1e23a5e98aab5657eef276087c816753561ffd890646f6ac13907'],
  ] as const)('has the same bytes as in earlier releases (%s)', async (kind, digest) => {
    expect(
      createHash('sha256')
        .update(await make(kind, period, undefined, true))
        .digest('hex'),
    ).toBe(digest);
  });

  it('adds exact minutes and rounds down once: two people of 90 s each make 0.05 h', async () => {
    const of = { ...period, people: [1, 2].map((n) => person(n, 'Maya', { workedMinutes: 1.5 })) };
    const facts = utils.sheet_to_json<unknown[]>(read(await make('xlsx', of)).Sheets['Summary'] ?? {}, {
      header: 1,
    });
    expect(facts.find(([label]) => label === 'Worked')?.slice(1)).toEqual([
      0.05,
      'time at work less breaks',
      'Seconds not shown: 0.01',
    ]);
    const { told } = readPdf(await make('pdf', of));
    expect(told).toContain('P 0.05');
    expect(told.join('\n')).toMatch(/time at work less breaks · Seconds not shown:\s0\.01/);
    // Ten times 6 s: fractions of a minute that binary numbers cannot store exactly.
    const crumbs = {
      ...of,
      people: Array.from({ length: 10 }, (_, n) => person(n, 'A', { workedMinutes: 0.1 })),
    };
    expect(readPdf(await make('pdf', crumbs)).told).toContain('P 0.02');
  });

  it('says what hours with two decimals add or drop, also without seconds: three times 20 minutes make 1 h', async () => {
    const overtimeMinutes = { standard: 0, settings: 0 };
    const people = [1, 2, 3].map((n) => person(n, 'Maya', { workedMinutes: 20, overtimeMinutes }));
    const of = { ...period, people };
    expect(readPdf(await make('pdf', of)).told.join('\n')).toMatch(/Seconds not shown:\s0\.01/);
    const summary = async (hours: PayrollProfile['hours']) => {
      const book = read(await make('xlsx', of, { ...STANDARD_PROFILE, hours }));
      return JSON.stringify(utils.sheet_to_json(book.Sheets['Summary'] ?? {}, { header: 1 }));
    };
    expect(await summary('decimal')).toContain('Seconds not shown: 0.01');
    expect(await summary('clock')).not.toContain('Seconds not shown');
  });

  it('is named after its period', () => {
    expect(payrollFileName(period, 'csv')).toBe('payroll_2026-10.csv');
    expect(payrollFileName({ ...period, first: '2026-10-05', last: '2026-10-11' }, 'pdf')).toBe(
      'payroll_2026-10-05_2026-10-11.pdf',
    );
  });
});

describe('the columns of a payroll file without a profile', () => {
  it('have the names in English that templates have, and others in another language', () => {
    expect(standardColumns()).toEqual(STANDARD_PROFILE.columns);
    const german = inLanguage('de', standardColumns);
    expect(german.map(({ column }) => column)).toEqual(STANDARD_PROFILE.columns.map(({ column }) => column));
    expect(german[0]?.name).toBe('Lohnnummer');
  });
});

describe('a payroll file as JSON', () => {
  it('contains all frozen figures, with sorted keys and people by payroll number', async () => {
    const text = String(await make('json'));
    const parsed = PayrollPeriod.parse(JSON.parse(text));
    expect(parsed.people.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))).toEqual(
      period.people.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)),
    );
    expect(text).toMatch(/^\{"first":"2026-10-01","last":"2026-10-31","people":\[\{"absences":1,"awaiting/);
    expect(parsed.people.map(({ payrollNumber }) => payrollNumber)).toEqual(['', '2', '10']);
  });
});

describe('a payroll file as CSV', () => {
  it('has the columns and formats of its profile', async () => {
    const [datev] = EXAMPLE_PROFILES;
    expect(
      String(await make('csv', period, datev))
        .replace('\uFEFF', '')
        .split('\r\n'),
    ).toEqual([
      'Personalnummer;Abrechnungsmonat;Lohnart;Stunden;Name',
      '2;10.2026;1000;159,50;Maya Gurung',
      '2;10.2026;1010;1,00;Maya Gurung',
      '10;10.2026;1000;159,50;山田 太郎',
      '10;10.2026;1010;1,00;山田 太郎',
      '',
    ]);
  });
});

describe('a payroll file as Excel', () => {
  it('has the same columns with real numbers and dates, and a summary sheet', async () => {
    const book = read(await make('xlsx'), { cellFormula: true });
    expect(book.SheetNames).toEqual(['Payroll', 'Summary']);
    const [payroll, summary] = book.SheetNames.map((name) => book.Sheets[name] ?? {});
    const rows = utils.sheet_to_json<Record<string, unknown>>(payroll ?? {});
    expect(rows.map((row) => row['Employee'])).toEqual(['=cmd|calc', 'Maya Gurung', '山田 太郎']);
    expect(rows[1]).toMatchObject({
      'Payroll Number': '2',
      Worked: 160.5,
      'Overtime (Standard)': 1.5,
      'Last Day': 46_326,
      Absences: 1,
      Objections: 1,
    });
    const facts = utils.sheet_to_json<unknown[]>(summary ?? {}, { header: 1 });
    expect(facts).toContainEqual([
      'Closed',
      'Closed by Ada Admin, last on Nov 03, 2026 14:45 (Asia/Kathmandu)',
    ]);
    expect(facts).toContainEqual(['Worked', 321.02, 'time at work less breaks', 'Seconds not shown: 0.02']);
    expect(facts).toContainEqual(['Late Arrivals (Standard)', 6]);
    expect(facts).toContainEqual(['Reopenings', 1]);
    const cells = [payroll, summary].flatMap((sheet) => Object.values(sheet ?? {}) as { f?: string }[]);
    expect(cells.filter(({ f }) => f !== undefined)).toEqual([]);
  });

  it('has hours in the format of its profile, and no header line if the profile has none', async () => {
    const shown = async (profile: PayrollProfile): Promise<unknown> =>
      utils.sheet_to_json<unknown[]>(read(await make('xlsx', period, profile)).Sheets['Payroll'] ?? {}, {
        header: 1,
        raw: false,
      })[1];
    const columns = [{ column: 'worked', name: 'Hours' } as const];
    const profile = { ...STANDARD_PROFILE, columns, header: false };
    expect(await shown({ ...profile, hours: 'clock' })).toEqual(['160:30']);
    expect(await shown({ ...profile, hours: 'minutes' })).toEqual(['9630']);
    expect(await shown({ ...profile, hours: 'decimal' })).toEqual(['160.50']);
  });

  it('shows half a holiday as half, with the decimal sign of its profile', async () => {
    const of = { ...period, people: [person(1, 'Maya', { holidays: 1.5 })] };
    const columns = [{ column: 'holidays', name: 'Holidays' } as const];
    const profile = { ...STANDARD_PROFILE, columns, header: false, delimiter: ';', decimal: ',' } as const;
    expect(String(await make('csv', of, profile))).toContain('1,5');
    const { Payroll } = read(await make('xlsx', of, profile), { cellNF: true, cellStyles: true }).Sheets;
    expect(utils.sheet_to_json<unknown[]>(Payroll ?? {}, { header: 1, raw: false })).toEqual([['1.5']]);
  });
});

describe('a payroll file as PDF', () => {
  it("shows each person's figures and open corrections on pages that can be signed", async () => {
    const { told, title, pages, fonts } = readPdf(await make('pdf'));
    expect(title).toBe('Payroll summary, October 2026');
    expect(fonts).toEqual(['NotoSans-Regular', 'NotoSans-SemiBold']);
    expect(told).toEqual(
      expect.arrayContaining([
        'H1 October 2026',
        'P Nexbrix',
        'P Oct 01, 2026 - Oct 31, 2026 · 3 employees',
        'P Closed by Ada Admin, last on Nov 03, 2026 14:45 (Asia/Kathmandu)',
        'P 1 objection stands against these hours.',
        'P 321.02',
        'P beyond 8 h a day',
        'TR 2 (Row) | Maya Gurung (NXBI-00002) | 160.50 | 176.00 | 10.50 | 1.50 | 1.00 | 1 | 2 / 1 | 1 objection, 2 corrections, 1 waiting for employee, 1 reopening, not confirmed',
        'TR 10 (Row) | 山田 太郎 (NXBI-000010) | 160.50 | 176.00 | 10.50 | 1.50 | 1.00 | 1 | 2 / 1 | ',
        'P Checked by',
      ]),
    );
    expect(pages[0]).toContain('Page 1 of 1');
    expect(pages[0]).toContain('A frame stands for a letter');
    const inLatin = { ...period, people: period.people.slice(1) };
    expect(readPdf(await make('pdf', inLatin)).pages[0]).not.toContain('Frames');
  });

  it('is compressed by our own code, since another version of Node writes other bytes', async () => {
    const file = (await make('pdf')).toString('latin1');
    const streams = [...file.matchAll(/\/FlateDecode[\s\S]*?>>\nstream\n([\s\S]*?)\nendstream/g)].map(
      ([, one = '']) => Buffer.from(one, 'latin1'),
    );
    expect(streams.length).toBeGreaterThan(3);
    expect(streams.filter((one) => !one.equals(zlibSync(inflateSync(one))))).toEqual([]);
  });
});
