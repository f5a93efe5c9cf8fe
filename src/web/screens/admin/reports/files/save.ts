/** Saves a report as a file. The makers of Excel and PDF files are loaded when they are needed. */
import { sortedTeam, type TeamOrder } from '#domain/team-report';
import { timesheetFileName } from '#domain/timesheet';
import { download, type FileKind } from '../../../../browser/download.ts';
import { subjectOf, type KeptReport } from '../kept-report.ts';
import type { Work } from '../generate.ts';

/** @throws when a part cannot be loaded, and the signal's reason once the work is aborted */
export async function saveReport(kept: KeptReport, kind: FileKind, order: TeamOrder, work: Work): Promise<void> {
  const content = await contentOf(kept, kind, order, work);
  work.signal.throwIfAborted();
  download(timesheetFileName(subjectOf(kept), kind), kind, content);
}

async function contentOf(kept: KeptReport, kind: FileKind, order: TeamOrder, { progress, signal }: Work): Promise<string | Uint8Array[]> {
  const [one, all] = await Promise.all([import('./employee-files.ts'), import('./team-files.ts')]);
  const rows = kept.kind === 'team' ? sortedTeam(kept.rows, order) : [];
  if (kind === 'csv') return kept.kind === 'employee' ? one.employeeCsv(kept) : all.allCsv(kept, rows);
  if (kind === 'xlsx') {
    const { workbook } = await import('../../../../documents/workbook.ts');
    return [workbook(kept.kind === 'employee' ? one.employeeSheets(kept) : all.allSheets(kept, rows))];
  }
  const { makePdf } = await import('../../../../documents/pdf.ts');
  return makePdf(kept.kind === 'employee' ? one.employeePdf(kept) : all.allPdf(kept, rows), { report: progress, signal });
}
