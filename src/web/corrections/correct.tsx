/** The correction of a day's entries, wherever it is opened: its code is fetched then. */
import type { ClosedPeriods, Correction } from '#contract/corrections';
import type { TimeEntry } from '#domain/entry/time-entry';
import type { Day } from '#domain/time/units';
import type { Person } from '#web/frame/which-person.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { toEpochMs } from '#contract/wire';
import { formatDate } from '#domain/time/format';
import { spanText } from './span-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';

/** The day, what is closed, the earliest correctable day, the zone, and the last day where one is chosen. */
export type LockQuestion = readonly [Day, closed: ClosedPeriods, earliest: Day, zone: string, latest?: Day];

/** Why the hours of a day cannot be corrected, where that is known; null where they can. A date in its year has none. */
export function lockOf([asked, closed, earliest, zone]: LockQuestion, day = asked): string | null {
  const period = closed.find(({ first, last }) => day >= first && day <= last);
  if (!period) return day < earliest ? 'Too old' : null;
  const date = formatDate(toEpochMs(period.closedAt), zone).replace(' 0', ' ');
  return `Closed on ${date.replace(`, ${day.slice(0, 4)}`, '')}`;
}

/** A way to correct hours, or why there is none. */
export function Locked({ of, children }: { of: LockQuestion; children: ReactNode }) {
  const lock = lockOf(of);
  if (lock === null) return children;
  return <Badge icon={<i className="lock" />}>{lock}</Badge>;
}

/** In each row; told apart by the entry that it is for. */
export const CorrectButton = ({
  entry,
  zone,
  isWholeRow = false,
  onCorrect,
}: {
  entry: TimeEntry;
  zone: string;
  /** On a phone a press anywhere in the row, which is `relative`, is one of it. */
  isWholeRow?: boolean;
  onCorrect: () => void;
}) => (
  <Button
    look="quiet"
    size="line"
    className={classes('mx-0.5 min-w-6 align-middle', isWholeRow && 'max-sm:static')}
    aria-haspopup="dialog"
    aria-label={`Correct ${formatDate(entry.clockIn, zone)}, ${spanText(entry, zone)}`}
    icon={<Pencil aria-hidden size={16} />}
    onClick={onCorrect}
  />
);

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
