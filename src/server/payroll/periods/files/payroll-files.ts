/**
 * The files of a closed period. The same period and profile make the same bytes, on every machine: nothing in them is of
 * the hour, the machine or its language.
 */
import type { PayrollFileKind, PayrollPeriod } from '#contract/payroll';
import { inPayrollOrder, payrollCsv, type PayrollProfile } from '#domain/period/payroll-file';
import { periodFileText } from '#domain/report/periods';
import { canonicalJson } from '../../../record/ledger/canonical.ts';
import { payrollPdf } from './payroll-pdf.ts';
import { payrollSheets } from './payroll-sheets.ts';
import { pdfMeans } from './pdf-means.ts';

export const PAYROLL_FILE_TYPE: Readonly<Record<PayrollFileKind, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  json: 'application/json',
};

/** 'payroll_2026-10.csv' */
export const payrollFileName = (period: PayrollPeriod, kind: PayrollFileKind): string =>
  `payroll_${periodFileText(period)}.${kind}`;

/**
 * The file's bytes. What writes Excel and PDF files is loaded when one is made; both take a while for thousands of people
 * (a PDF of 5,000 3 s of one core, during which others get their turn), so that one should be made at a time.
 * @param profile the columns of CSV and Excel; the others are the same for all
 * @throws the signal's reason once it is aborted
 */
export async function makePayrollFile(
  kind: PayrollFileKind,
  period: PayrollPeriod,
  profile: PayrollProfile,
  signal: AbortSignal,
): Promise<Buffer> {
  const people = period.people.toSorted(inPayrollOrder);
  switch (kind) {
    case 'json':
      return Buffer.from(canonicalJson({ ...period, people }));
    case 'csv':
      return Buffer.from(payrollCsv(people, profile));
    case 'xlsx': {
      const { workbook } = await import('#documents/workbook');
      return Buffer.from(workbook(payrollSheets({ ...period, people }, profile)));
    }
    case 'pdf': {
      const { makePdf } = await import('#documents/pdf');
      const pieces = await makePdf(payrollPdf({ ...period, people }), pdfMeans, { report: () => {}, signal });
      return Buffer.concat(pieces);
    }
  }
}
