import type { ReportFileKind } from '#contract/reports/reports';
import type { ReportResult } from '#contract/reports/result';
import { textOfCell, type PdfContent } from '#documents/content';
import { FRAMES_NOTE, hasFrames } from '#documents/pdf-text';
import type { CsvDelimiter } from '#domain/file/csv';
import { sortTeam, type TeamOrder } from '#domain/report/team-report';
import { employeeCsv, employeePdf, employeeSheets, type FileSettings } from './employee-files.ts';
import { teamCsv, teamPdf, teamSheets } from './team-files.ts';

export const FILE_TYPE = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

interface FileOptions {
  readonly settings: FileSettings;
  readonly delimiter: CsvDelimiter;
  /** Of the rows of a team report. */
  readonly order: TeamOrder;
  readonly signal: AbortSignal;
}

/** Make one at a time: a PDF of thousands of rows takes seconds. Throws the signal's reason if aborted. */
export async function makeReportFile(
  kind: ReportFileKind,
  report: ReportResult,
  { settings, delimiter, order, signal }: FileOptions,
): Promise<Buffer> {
  const result = report.kind === 'team' ? { ...report, rows: sortTeam(report.rows, order) } : report;
  switch (kind) {
    case 'csv':
      return Buffer.from(
        result.kind === 'employee' ? employeeCsv(result, delimiter) : teamCsv(result, delimiter),
      );
    case 'xlsx': {
      const { createWorkbook } = await import('#documents/workbook');
      const sheets = result.kind === 'employee' ? employeeSheets(result, settings) : teamSheets(result);
      return Buffer.from(createWorkbook(sheets));
    }
    case 'pdf': {
      const { makePdf } = await import('#documents/pdf');
      const content = result.kind === 'employee' ? employeePdf(result, settings) : teamPdf(result, settings);
      return makePdf(withFramesNote(content), signal);
    }
  }
}

/** Explains the frames that stand for letters without a font. */
function withFramesNote(content: PdfContent): PdfContent {
  const { heading, facts, rows, note } = content;
  const texts = [heading, ...facts, note ?? '', ...rows.flatMap(({ cells }) => cells.map(textOfCell))];
  return hasFrames(texts) ? { ...content, note: note ? `${note} ${FRAMES_NOTE}` : FRAMES_NOTE } : content;
}
