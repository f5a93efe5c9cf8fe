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
import { payrollPdf, payrollSheets } from './payroll-document.ts';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PdfEnvironment } from '#documents/pdf';
import type { FallbackText } from '#documents/pdf-text';

/** Finds the PDF fonts in their npm package. */
const packages = createRequire(import.meta.url);
const WEIGHTS = { normal: 400, bold: 600 } as const;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** Sizes of the frame drawn for a character that the fonts lack, in multiples of the font size. */
const [ADVANCE, WIDTH, HEIGHT, LINE] = [0.75, 0.6, 0.72, 0.06];

/** Frames for characters that the fonts lack: fonts for all scripts take 150 MB. Copied text keeps the characters. */
const frames: FallbackText = {
  width: (text) => graphemesOf(text).length * ADVANCE,
  draw: (canvas, text, x, y, { size, colour }) => {
    canvas.lineWidth(LINE * size);
    for (const [index, letter] of graphemesOf(text).entries())
      if (letter !== ' ')
        canvas
          .rect(x + index * ADVANCE * size, y - HEIGHT * size, WIDTH * size, HEIGHT * size)
          .stroke(colour);
  },
};

const environment: PdfEnvironment = {
  product: 'Punctual',
  loadFont: (part, weight) =>
    readFile(
      packages.resolve(`@fontsource/noto-sans/files/noto-sans-${part}-${WEIGHTS[weight]}-normal.woff`),
    ),
  fallback: frames,
};

export const PAYROLL_FILE_TYPE: Readonly<Record<PayrollFileKind, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  json: 'application/json',
};

export const payrollFileName = (period: PayrollPeriod, kind: PayrollFileKind): string =>
  `payroll_${periodForFileName(period)}.${kind}`;

/** Names the first cell that the profile's encoding cannot write, if any: '山 (line 3, Employee)'. */
export function unwritableCell(people: readonly PayrollPerson[], profile: PayrollProfile): string | null {
  if (encodingOf(profile) !== 'windows-1252') return null;
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
export async function makePayrollFile(
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
      const pieces = await makePdf(payrollPdf({ ...period, people }, isEarlier), environment, {
        report: () => {},
        signal,
      });
      return Buffer.concat(pieces);
    }
  }
}
