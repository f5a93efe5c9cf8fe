/** The correction of a day's entries, wherever it is opened: its code is fetched then. */
import type { Correction } from '#contract/corrections';
import type { TimeEntry } from '#domain/entry/time-entry';
import type { Day } from '#domain/time/units';
import type { Person } from '#web/frame/which-person.tsx';
import type { LockQuestion } from './correct-button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

/** To ask for one's own; an admin's of somebody else's hours; or other times than somebody has asked for. */
export type Purpose =
  | { readonly kind: 'ask' }
  | { readonly kind: 'make'; readonly person: Person }
  | { readonly kind: 'send-back'; readonly person: Person; readonly correction: Correction };

export interface CorrectionDialogProps {
  day: Day;
  zone: string;
  /** What counts on the day, kept up while the dialog is open. */
  entries: readonly TimeEntry[];
  /** The entry it begins with; null for a missed one that is added, the day's first when left out. */
  at?: string | null | undefined;
  /** The day can be changed, to any that this leaves open: for a missed one. */
  choice?: LockQuestion | false | null | undefined;
  purpose: Purpose;
  /** The correction as it stands once it was sent; null when nothing was. */
  onDone: (correction: Correction | null) => void;
}

/** Several rows of a day are one correction. */
export const CorrectionDialog = onDemand(() => import('./correction-dialog.tsx'));
