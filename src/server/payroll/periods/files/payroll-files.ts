/** Files of a closed period: the same bytes for the same period and profile, on every machine. */
import type { PayrollFileKind, PayrollPeriod, PayrollPerson } from '#contract/periods/payroll';
import { toWindows1252 } from '#domain/file/csv';
import {
  type PayrollProfile,
  comparePayroll,
  encodingOf,
  payrollCsv,
  payrollRows,
  payrollText,
} from '#domain/period/payroll-file';
import { periodForFileName } from '#domain/report/periods';
import { canonicalJson } from '../../../ledger/canonical.ts';
import { inLanguage } from '../../../platform/language.ts';
import type { Language } from '#texts/languages';
import { payrollPdf, payrollSheets } from './payroll-document.ts';
import { FILE_TYPE } from '../../reports/files/report-files.ts';

export const PAYROLL_FILE_TYPE: Readonly<Record<PayrollFileKind, string>> = {
  ...FILE_TYPE,
  json: 'application/json',
};

/** Periods closed before files had a language are in English. */
export const languageOf = ({ language }: Pick<PayrollPeriod, 'language'>): Language => language ?? 'en';

export const payrollFileName = (period: PayrollPeriod, kind: PayrollFileKind): string =>
  `payroll_${periodForFileName(period)}.${kind}`;

/** Names the first cell that the profile's encoding cannot write, if any: '山 (line 3, Employee)'. */
export const unwritableCell = (period: PayrollPeriod, profile: PayrollProfile): string | null =>
  encodingOf(profile) === 'windows-1252'
    ? inLanguage(languageOf(period), () => findUnwritable(period.people, profile))
    : null;

function findUnwritable(people: readonly PayrollPerson[], profile: PayrollProfile): string | null {
  const names = profile.columns.map(({ name }) => name);
  for (const [line, row] of [...(profile.header ? [names] : []), ...payrollRows(people, profile)].entries())
    for (const [at, value] of row.entries()) {
      const found = [...payrollText(value, profile)].find((one) => toWindows1252(one) === null);
      if (found !== undefined) return `${found} (line ${line + 1}, ${names[at]})`;
    }
  return null;
}

const encode = (text: string, profile: PayrollProfile): Buffer =>
  encodingOf(profile) === 'windows-1252'
    ? Buffer.from(Array.from(text, (character) => toWindows1252(character) ?? 0))
    : Buffer.from(text);

/** A PDF of 5,000 people takes 3 s of one core: make one at a time. Throws the signal's reason if aborted. */
export const makePayrollFile = (...asked: Parameters<typeof makeFile>): Promise<Buffer> =>
  // A signed file has the same bytes for every reader.
  inLanguage(languageOf(asked[1]), () => makeFile(...asked));

async function makeFile(
  kind: PayrollFileKind,
  period: PayrollPeriod,
  profile: PayrollProfile,
  signal: AbortSignal,
  isEarlier = false,
): Promise<Buffer> {
  const people = period.people.toSorted(comparePayroll);
  switch (kind) {
    case 'json':
      return Buffer.from(canonicalJson({ ...period, people }));
    case 'csv':
      return encode(payrollCsv(people, profile), profile);
    case 'xlsx': {
      const { createWorkbook } = await import('#documents/workbook');
      return Buffer.from(createWorkbook(payrollSheets({ ...period, people }, profile, isEarlier)));
    }
    case 'pdf': {
      const { makePdf } = await import('#documents/pdf');
      return makePdf(payrollPdf({ ...period, people }, isEarlier), signal);
    }
  }
}
