/** Saves a report as a file. The writers of Excel and PDF are loaded on demand. */
import { periodFileText } from '#domain/report/periods';
import { timesheetFileName } from '#domain/entry/timesheet';
import { downloadBytes, downloadText } from '#web/browser/download.ts';
import type { Work } from '#web/screens/admin/reports/generate.ts';
import { subjectOf, type ReportResult } from '#web/screens/admin/reports/report-result.ts';

export type FileKind = 'csv' | 'xlsx' | 'pdf';

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** @throws when a part cannot be loaded, and the signal's reason once the work is aborted */
export async function saveReport(result: ReportResult, kind: FileKind, work: Work): Promise<void> {
  // The specification names the CSV of one employee (spec §7); the others have the period in their names.
  const isNamed = result.kind === 'employee' && kind === 'csv';
  const period = periodFileText({ first: result.startDate, last: result.endDate });
  const name = timesheetFileName(subjectOf(result), kind, isNamed ? undefined : period);
  const [one, all] = await Promise.all([import('./employee-files.ts'), import('./team-files.ts')]);
  if (kind === 'csv') {
    const text = result.kind === 'employee' ? one.employeeCsv(result) : all.allCsv(result);
    return downloadText(name, text, 'text/csv');
  }
  if (kind === 'xlsx') {
    const { workbook } = await import('#documents/workbook');
    const sheets = result.kind === 'employee' ? one.employeeSheets(result) : all.allSheets(result);
    return downloadBytes(name, [workbook(sheets)], SHEET_TYPE);
  }
  const { makePdf } = await import('#web/documents/pdf.ts');
  const content = result.kind === 'employee' ? one.employeePdf(result) : all.allPdf(result);
  const pieces = await makePdf(content, { report: work.progress, signal: work.signal });
  return downloadBytes(name, pieces, 'application/pdf');
}
