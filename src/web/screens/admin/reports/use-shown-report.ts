/** Which report is shown: the one that the address names, made again where this session does not have it. */
import { useEffect, useEffectEvent, useState } from 'react';
import { goTo, setParams, usePlace } from '#web/browser/navigation.ts';
import { askedReport, wasPressedFor, type AskedReport } from '#web/frame/report-address.ts';
import type { FileKind } from './files/save.ts';
import { keepReport, replaceReport, showReport, useHistory } from './history.ts';
import { paramsOfReport } from './report-params.ts';
import { addressOf, type EmployeeReportResult, type ReportResult } from './report-result.ts';
import { useGenerate } from './use-generate.ts';

export function useShownReport() {
  const { open, reports } = useHistory();
  const { generating, generate } = useGenerate();
  const address = usePlace(({ params }) => params['report']);
  const shown = (open ? [open, ...reports] : reports).find((report) => addressOf(report) === address) ?? null;
  /** Counts the reports that somebody pressed for. */
  const [arrival, setArrival] = useState(0);
  const [saveAtOnce, setSaveAtOnce] = useState<{ readonly id: string; readonly as: FileKind } | null>(null);

  const arrive = () => setArrival((count) => count + 1);
  /** From a report the way back leads to the form, or where it is opened in another report, to that. */
  const show = (report: ReportResult, isOpened: boolean) => {
    const said = addressOf(report);
    if (isOpened || address === undefined) goTo(['reports'], { report: said });
    else setParams(paramsOfReport(said));
    arrive();
  };
  const make = async (asked: AskedReport, { isOpened = false } = {}): Promise<ReportResult | null> => {
    const report = await generate(asked);
    if (!report) return null;
    keepReport(report);
    show(report, isOpened);
    return report;
  };
  const makeAgain = useEffectEvent(async (said: string) => {
    const asked = askedReport(said);
    if (shown || !asked) return;
    const isNew = wasPressedFor(said);
    const report = await generate(asked);
    if (!report) return;
    if (!isNew) return showReport(report);
    keepReport(report);
    arrive();
  });
  useEffect(() => {
    if (address !== undefined) void makeAgain(address);
  }, [address]);

  return {
    shown,
    arrival,
    generating,
    /** The address names a report that is not there yet. */
    isComing: generating.state === 'working' && shown === null && askedReport(address) !== null,
    make,
    makeAndSave: async (asked: AskedReport, as: FileKind) => {
      const report = await make(asked);
      if (report) setSaveAtOnce({ id: report.id, as });
    },
    /** With what was corrected in it. */
    remake: async (report: EmployeeReportResult) => {
      const made = await generate({ ...report, userId: report.report.userId });
      if (made) replaceReport({ ...made, id: report.id });
    },
    reopen: (report: ReportResult) => {
      showReport(report);
      show(report, false);
    },
    saveAtOnce: shown && saveAtOnce?.id === shown.id ? saveAtOnce.as : null,
  };
}
