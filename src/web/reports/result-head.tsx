import { say } from '#texts/say';
import { FileSpreadsheet, FileText, Table2 } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react';
import { timesheetFileName } from '#domain/entry/timesheet';
import { toInstantText } from '#contract/wire';
import type { ReportFileKind } from '#contract/reports/reports';
import { periodForFileName } from '#domain/report/periods';
import type { TeamOrder } from '#domain/report/team-report';
import { formatDate, formatTime } from '#domain/time/format';
import { usePreference } from '#web/browser/preferences.ts';
import { PersonLink } from '#web/frame/person-name.tsx';
import { FailedCall } from '#web/api.ts';
import { saveFile } from '#web/documents/save-file.ts';
import { Banner, RetryBanner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import {
  type ReportResult,
  figuresVersion,
  personOf,
  rangeOf,
  rulesOf,
  subjectOf,
} from '#contract/reports/result';
import { useSavingFile } from './use-saving-file.ts';

interface FileJob {
  readonly result: ReportResult;
  readonly kind: ReportFileKind;
}

/** @throws FailedCall; the signal's reason once the work is aborted */
async function saveReport(
  { result, kind }: FileJob,
  delimiter: ',' | ';',
  order: TeamOrder,
  signal: AbortSignal,
): Promise<void> {
  const { startDate, endDate, rules } = result;
  // spec §7 gives the file name of one employee's CSV. Other file names contain the period.
  const isNamed = result.kind === 'employee' && kind === 'csv';
  const period = periodForFileName({ first: startDate, last: endDate });
  const failure = await saveFile(
    'reportFile',
    {
      kind,
      userId: result.kind === 'employee' ? result.report.userId : undefined,
      startDate,
      endDate,
      rules,
      includeFormer: result.includeFormer ? 'true' : 'false',
      generatedAt: toInstantText(result.generatedAt),
      figures: figuresVersion(result),
      delimiter,
      sort: order.column,
      descending: order.descending ? 'true' : 'false',
    },
    { name: timesheetFileName(subjectOf(result), kind, isNamed ? undefined : period), signal },
  );
  if (failure) throw new FailedCall(failure);
}

const FILES: readonly { readonly kind: ReportFileKind; readonly format: string; readonly icon: ReactNode }[] =
  [
    { kind: 'csv', format: 'CSV', icon: <Table2 size={18} /> },
    { kind: 'xlsx', format: 'Excel', icon: <FileSpreadsheet size={18} /> },
    { kind: 'pdf', format: 'PDF', icon: <FileText size={18} /> },
  ];

export interface ResultHeadProps {
  result: ReportResult;
  /** Order of the rows in the file of a team report. */
  order?: TeamOrder;
  heading: RefObject<HTMLHeadingElement | null>;
  saveAtOnce: ReportFileKind | null;
  /** Generates the report again and shows it; null if that failed. */
  onRenew: (result: ReportResult) => Promise<ReportResult | null>;
  children?: ReactNode;
}

const BY_NAME: TeamOrder = { column: 'name', descending: false };

export function ResultHead({
  result,
  order = BY_NAME,
  heading,
  saveAtOnce,
  onRenew,
  children,
}: ResultHeadProps) {
  const [separator, setSeparator] = usePreference('csv-separator');
  const delimiter = separator === ';' ? ';' : ',';
  const { saving, save: saveJob } = useSavingFile(({ signal }, job: FileJob) =>
    saveReport(job, delimiter, order, signal),
  );
  const save = (kind: ReportFileKind) => saveJob({ result, kind });
  const renewAndSave = async (kind: ReportFileKind) => {
    const renewed = await onRenew(result);
    if (renewed) saveJob({ result: renewed, kind });
  };
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
            {say('report.generated', {
              range: rangeOf(result),
              rules: rulesOf(result),
              date: formatDate(result.generatedAt, result.zone),
              time: formatTime(result.generatedAt, result.zone),
            })}
          </p>
          {children}
        </div>
        <div
          role="group"
          aria-label={say('report.saveAsFile')}
          className="flex max-w-120 flex-wrap justify-end gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2"
        >
          {FILES.map(({ kind, format, icon }) => (
            <Button
              key={kind}
              icon={icon}
              className="max-sm:px-2 max-sm:first:col-span-2 max-sm:[&_svg]:hidden"
              isBusy={isWorking && saving.kind.kind === kind}
              isBlocked={isWorking}
              onClick={() => save(kind)}
            >
              {say('report.export', { format })}
            </Button>
          ))}
          <div className="max-sm:col-span-2 print:hidden">
            <PickField
              label={say('report.format')}
              options={{ ',': say('report.withCommas'), ';': say('report.withSemicolons') }}
              value={delimiter}
              onChange={setSeparator}
            />
          </div>
        </div>
      </div>
      <div role="alert" className="empty:hidden">
        {saving.state === 'failed' && !saving.isChanged && (
          <RetryBanner title={say('report.noFile')} onRetry={() => save(saving.kind.kind)}>
            {say('report.stillShown')}
          </RetryBanner>
        )}
        {saving.state === 'failed' && saving.isChanged && (
          <Banner
            tone="warning"
            title={say('report.changed', { time: formatTime(saving.kind.result.generatedAt, result.zone) })}
            action={
              <Button size="small" onClick={() => void renewAndSave(saving.kind.kind)}>
                {say('report.downloadNew')}
              </Button>
            }
          >
            {say('report.noFileMade')}
          </Banner>
        )}
      </div>
    </div>
  );
}
