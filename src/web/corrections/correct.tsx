import { say } from '#texts/say';
import type { ClosedPeriods, Correction } from '#contract/corrections/corrections';
import type { TimeEntry } from '#domain/entry/time-entry';
import type { Day } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';
import type { Person } from '#web/frame/person-name.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { toEpochMs } from '#contract/wire';
import { formatDate } from '#domain/time/format';
import type { DraftSource } from './draft.ts';
import { spanText } from './span-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';

/** Day, closed periods, earliest correctable day and zone; also the latest day, if people can choose the day. */
export type LockInput = readonly [Day, closed: ClosedPeriods, earliest: Day, zone: string, latest?: Day];

interface Locks {
  readonly closed: ClosedPeriods;
  readonly today: Day;
  readonly settings: { readonly correctionDays: number };
  readonly zone: string;
}

export const toLockInput = (day: Day, { closed, today, settings, zone }: Locks): LockInput => [
  day,
  closed,
  addDays(today, -settings.correctionDays),
  zone,
  today,
];

/** Says why a day cannot be corrected; null if it can. Omits the closing year if it is the day's year. */
export function lockReason([ownDay, closed, earliest, zone]: LockInput, day = ownDay): string | null {
  const period = closed.find(({ first, last }) => day >= first && day <= last);
  if (!period) return day < earliest ? say('correction.tooOld') : null;
  const date = formatDate(toEpochMs(period.closedAt), zone).replace(' 0', ' ');
  return say('correction.closedOn', { day: date.replace(`, ${day.slice(0, 4)}`, '') });
}

/** Shows a badge with the reason instead of `children` if the day cannot be corrected. */
export function Lockable({ of, children }: { of: LockInput; children: ReactNode }) {
  const lock = lockReason(of);
  if (lock === null) return children;
  return <Badge icon={<i className="lock" />}>{lock}</Badge>;
}

interface CorrectButtonProps {
  entry: TimeEntry;
  zone: string;
  /** On a phone the whole row can be pressed; the row's class must be `relative`. */
  isWholeRow?: boolean;
  onCorrect: () => void;
}

export const CorrectButton = ({ entry, zone, isWholeRow = false, onCorrect }: CorrectButtonProps) => (
  <Button
    look="quiet"
    size="line"
    className={classes('mx-0.5 min-w-6 align-middle', isWholeRow && 'max-sm:static')}
    aria-haspopup="dialog"
    aria-label={say('correction.correctEntry', {
      day: formatDate(entry.clockIn, zone),
      span: spanText(entry, zone),
    })}
    icon={<Pencil size={16} />}
    onClick={onCorrect}
  />
);

/** Request about one's own hours, correction of another person's hours, or request sent back with other times. */
export type CorrectionPurpose =
  | { readonly kind: 'ask' }
  | { readonly kind: 'make'; readonly person: Person }
  | { readonly kind: 'send-back'; readonly person: Person; readonly correction: Correction };

export interface CorrectionDialogProps {
  day: Day;
  zone: string;
  /** Entries that count on the day. They change live. */
  entries: readonly TimeEntry[];
  /** Id of the entry to start with: null adds an entry, undefined starts with the first entry of the day. */
  at?: string | null | undefined;
  /** Times to fill in, as moved in a picture of the day. */
  moved?: DraftSource['wanted'];
  /** Lets people choose the day of a missed entry. */
  dayChoice?: LockInput | false | null | undefined;
  purpose: CorrectionPurpose;
  /** Gets null when nothing was sent. */
  onDone: (correction: Correction | null) => void;
}

export const CorrectionDialog = onDemand(() => import('./correction-dialog.tsx'));
