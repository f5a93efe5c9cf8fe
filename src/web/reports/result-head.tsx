import { FileSpreadsheet, FileText, Table2 } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { CsvDelimiter } from '#domain/file/csv';
import { timesheetFileName } from '#domain/entry/timesheet';
import { periodForFileName } from '#domain/report/periods';
import { formatDate, formatTime } from '#domain/time/format';
import { downloadBytes, downloadText } from '#web/browser/download.ts';
import { usePreference } from '#web/browser/preferences.ts';
import { PersonLink } from '#web/frame/person-name.tsx';
import { RetryBanner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import type { JobControl } from './generate.ts';
import { type ReportResult, personOf, rangeOf, rulesOf, subjectOf } from './report-result.ts';
import { useSavingFile } from './use-saving-file.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';

export type FileKind = 'csv' | 'xlsx' | 'pdf';

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** @throws when code or a font cannot be loaded; throws the signal's reason once the work is aborted */
async function saveReport(result: ReportResult, kind: FileKind, work: JobControl, delimiter: CsvDelimiter) {
  // spec §7 gives the file name of one employee's CSV. Other file names contain the period.
  const isNamed = result.kind === 'employee' && kind === 'csv';
  const period = periodForFileName({ first: result.startDate, last: result.endDate });
  const name = timesheetFileName(subjectOf(result), kind, isNamed ? undefined : period);
  const [one, all] = await Promise.all([
    import('./files/employee-files.ts'),
    import('./files/team-files.ts'),
  ]);
  if (kind === 'csv') {
    const text =
      result.kind === 'employee' ? one.employeeCsv(result, delimiter) : all.teamCsv(result, delimiter);
    return downloadText(name, text, 'text/csv');
  }
  if (kind === 'xlsx') {
    const { createWorkbook } = await import('#documents/workbook');
    const sheets = result.kind === 'employee' ? one.employeeSheets(result) : all.teamSheets(result);
    return downloadBytes(name, [createWorkbook(sheets)], SHEET_TYPE);
  }
  const { makePdf } = await import('#web/documents/pdf.ts');
  const content = result.kind === 'employee' ? one.employeePdf(result) : all.teamPdf(result);
  const pieces = await makePdf(content, { report: work.progress, signal: work.signal });
  return downloadBytes(name, pieces, 'application/pdf');
}

/** Milliseconds; shorter work shows no progress. */
const PROGRESS_AFTER_MS = 800;

export function Progress({ label, share, onCancel }: { label: string; share: number; onCancel: () => void }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PROGRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  const percent = Math.round(share * 100);
  return (
    <div className="flex items-center gap-3">
      <div className="grow">
        <ProgressBar label={label} percent={percent} text={`${percent} percent`} />
      </div>
      <span className="w-10 text-right text-sm text-muted tabular-nums">{percent}%</span>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

const FILES: readonly { readonly kind: FileKind; readonly format: string; readonly icon: ReactNode }[] = [
  { kind: 'csv', format: 'CSV', icon: <Table2 size={18} /> },
  { kind: 'xlsx', format: 'Excel', icon: <FileSpreadsheet size={18} /> },
  { kind: 'pdf', format: 'PDF', icon: <FileText size={18} /> },
];

export interface ResultHeadProps {
  /** The report to save. The file of a team report has the rows in the order given here. */
  result: ReportResult;
  heading: RefObject<HTMLHeadingElement | null>;
  saveAtOnce: FileKind | null;
  children?: ReactNode;
}

export function ResultHead({ result, heading, saveAtOnce, children }: ResultHeadProps) {
  const [separator, setSeparator] = usePreference('csv-separator');
  const delimiter = separator === ';' ? ';' : ',';
  const { saving, save, cancel } = useSavingFile((work, kind: FileKind) =>
    saveReport(result, kind, work, delimiter),
  );
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    if (saveAtOnce) saveNow(saveAtOnce);
  }, [saveAtOnce]);
  const isWorking = saving.state === 'working';
  const person = personOf(result);
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="scroll-mt-8 text-lg font-semibold wrap-anywhere">
            {person ? <PersonLink person={person}>{person.name}</PersonLink> : subjectOf(result)}
          </h2>
          <p className="text-sm text-muted tabular-nums">
            {rangeOf(result)} · {rulesOf(result)} · generated {formatDate(result.generatedAt, result.zone)},{' '}
            {formatTime(result.generatedAt, result.zone)}
          </p>
          {children}
        </div>
        <div
          role="group"
          aria-label="Save as a file"
          className="flex max-w-120 flex-wrap justify-end gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2"
        >
          {FILES.map(({ kind, format, icon }) => (
            <Button
              key={kind}
              icon={icon}
              className="max-sm:px-2 max-sm:first:col-span-2 max-sm:[&_svg]:hidden"
              isBusy={isWorking && saving.kind === kind}
              isBlocked={isWorking}
              onClick={() => save(kind)}
            >
              Export {format}
            </Button>
          ))}
          <div className="max-sm:col-span-2 print:hidden">
            <PickField
              label="Format"
              options={{ ',': 'CSV with commas, 8.50', ';': 'CSV with semicolons, 8,50' }}
              value={delimiter}
              onChange={setSeparator}
            />
          </div>
        </div>
      </div>
      {isWorking && <Progress label="Making the file" share={saving.done} onCancel={cancel} />}
      <div role="alert" className="empty:hidden">
        {saving.state === 'failed' && (
          <RetryBanner title="The file could not be made." onRetry={() => save(saving.kind)}>
            The report is still shown below.
          </RetryBanner>
        )}
      </div>
    </div>
  );
}
