/** The CSV of all that is filtered, however many pages it takes. */
import { Table2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { downloadText } from '#web/browser/download.ts';
import { noteExportFailure } from '#web/live/failure-reports.ts';
import { RetryBanner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { entriesCsv, entriesFileName, type EntryFilter } from './entry-list.ts';

const number = new Intl.NumberFormat('en-US');

type Exporting =
  | { readonly state: 'idle' }
  | { readonly state: 'working'; readonly count: number }
  | { readonly state: 'failed'; readonly reason: string };

/** `obstacle`: why nothing can be exported now. */
export function ExportEntries({ filter, obstacle }: { filter: EntryFilter; obstacle: string | null }) {
  const [exporting, setExporting] = useState<Exporting>({ state: 'idle' });
  const work = useRef<AbortController>(null);
  useEffect(() => () => work.current?.abort(), []);
  const save = async () => {
    const controller = new AbortController();
    work.current = controller;
    setExporting({ state: 'working', count: 0 });
    try {
      const csv = await entriesCsv(filter, {
        progress: (count) => setExporting({ state: 'working', count }),
        signal: controller.signal,
      });
      downloadText(entriesFileName(filter), csv, 'text/csv');
      setExporting({ state: 'idle' });
    } catch (error) {
      if (controller.signal.aborted) return setExporting({ state: 'idle' });
      noteExportFailure(error);
      setExporting({ state: 'failed', reason: error instanceof Error ? error.message : '' });
    }
  };
  const isWorking = exporting.state === 'working';
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 pb-4 sm:px-6">
      <Button
        icon={<Table2 aria-hidden size={18} />}
        className="max-sm:grow"
        working={isWorking}
        resting={isWorking || obstacle !== null}
        aria-describedby="export-state"
        onClick={() => void save()}
      >
        Export CSV
      </Button>
      <p id="export-state" role="status" className="text-sm text-muted tabular-nums empty:hidden">
        {isWorking ? `${number.format(exporting.count)} entries so far` : obstacle}
      </p>
      {isWorking && (
        <Button size="small" onClick={() => work.current?.abort()}>
          Cancel
        </Button>
      )}
      <div role="alert" className="w-full empty:hidden">
        {exporting.state === 'failed' && (
          <RetryBanner title="The file could not be made." onRetry={() => void save()}>
            {exporting.reason}
          </RetryBanner>
        )}
      </div>
    </div>
  );
}
