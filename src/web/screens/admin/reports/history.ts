/**
 * The reports of this session, in memory only (spec §3): gone with a reload, and with whoever is signed in.
 */
import { useSyncExternalStore } from 'react';
import { rememberReport } from '#domain/report/report';
import { authState, onAuthChange } from '#web/session/auth.ts';
import type { ReportResult } from './report-result.ts';

interface History {
  readonly reports: readonly ReportResult[];
  readonly open: ReportResult | null;
}

const NOTHING: History = { reports: [], open: null };
let history = NOTHING;
let owner = authState().user?.id;
const listeners = new Set<() => void>();

function set(next: History): void {
  history = next;
  for (const listener of listeners) listener();
}

onAuthChange(() => {
  const present = authState().user?.id;
  if (present === owner) return;
  owner = present;
  set(NOTHING);
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useHistory = (): History => useSyncExternalStore(subscribe, () => history);

/** Shows a new report and keeps it, the last ten of them. */
export const keepReport = (report: ReportResult): void =>
  set({ reports: rememberReport(history.reports, report), open: report });

/** Shows a report that was made again, which is none of this session's. */
export const showReport = (report: ReportResult): void => set({ ...history, open: report });

/** Shows a report that was made again in place of itself, since entries in it were corrected. */
export const replaceReport = (report: ReportResult): void =>
  set({ reports: history.reports.map((one) => (one.id === report.id ? report : one)), open: report });

/** 'Clear All'. The report that is open stays on the screen. */
export const clearHistory = (): void => set({ ...history, reports: [] });
