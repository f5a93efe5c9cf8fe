/** Saves a report as a file. The makers of Excel and PDF files are loaded when they are needed. */
import { sortedTeam, type TeamOrder } from '#domain/team-report';
import { timesheetFileName } from '#domain/timesheet';
import { downloadBytes, downloadText } from '#web/browser/download.ts';
import type { Work } from '#web/screens/admin/reports/generate.ts';
import { subjectOf, type KeptReport } from '#web/screens/admin/reports/kept-report.ts';

export type FileKind = 'csv' | 'xlsx' | 'pdf';

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** @throws when a part cannot be loaded, and the signal's reason once the work is aborted */
export async function saveReport(
  kept: KeptReport,
  kind: FileKind,
  order: TeamOrder,
  work: Work,
): Promise<void> {
  const name = timesheetFileName(subjectOf(kept), kind);
  const [one, all] = await Promise.all([import('./employee-files.ts'), import('./team-files.ts')]);
  const rows = kept.kind === 'team' ? sortedTeam(kept.rows, order) : [];
  if (kind === 'csv')
    return downloadText(
      name,
      kept.kind === 'employee' ? one.employeeCsv(kept) : all.allCsv(kept, rows),
      'text/csv',
    );
  if (kind === 'xlsx') {
    const { workbook } = await import('#web/documents/workbook.ts');
    return downloadBytes(
      name,
      [workbook(kept.kind === 'employee' ? one.employeeSheets(kept) : all.allSheets(kept, rows))],
      SHEET_TYPE,
    );
  }
  const { makePdf } = await import('#web/documents/pdf.ts');
  const pieces = await makePdf(kept.kind === 'employee' ? one.employeePdf(kept) : all.allPdf(kept, rows), {
    report: work.progress,
    signal: work.signal,
  });
  return downloadBytes(name, pieces, 'application/pdf');
}
