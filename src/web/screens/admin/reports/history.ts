/**
 * The reports of this session, in memory only (spec §3): gone with a reload, and with whoever is signed in.
 */
import { useSyncExternalStore } from 'react';
import { rememberReport } from '#domain/report';
import { authState, onAuthChange } from '#web/session/auth.ts';
import type { KeptReport } from './kept-report.ts';

interface History {
  readonly kept: readonly KeptReport[];
  /** The one that is shown. */
  readonly open: KeptReport | null;
}

const NOTHING: History = { kept: [], open: null };
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
export const keepReport = (report: KeptReport): void =>
  set({ kept: rememberReport(history.kept, report), open: report });

export const reopenReport = (report: KeptReport): void => set({ ...history, open: report });

/** 'Clear All'. The report that is open stays on the screen. */
export const clearHistory = (): void => set({ ...history, kept: [] });
