import { PenLine } from 'lucide-react';
import { formatDate, formatTime } from '#domain/format';
import { formatStartAndEnd } from '#domain/repeated-time';
import type { TimeEntry } from '#domain/time-entry';

/**
 * That an admin closed the entry, who, when and why [D1.6], or that its end is what its employee stated afterwards;
 * nothing for one that ended by a clock-out.
 */
export const ClosedNote = ({
  entry: { closedBy },
  zone,
}: {
  entry: Pick<TimeEntry, 'closedBy'>;
  zone: string;
}) =>
  closedBy && (
    <p className="mt-2 flex gap-2 text-sm text-muted">
      <PenLine aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {closedBy.isOwn ? 'Own statement' : `Clocked out by ${closedBy.name}`} on{' '}
        {formatDate(closedBy.at, zone)}, {formatTime(closedBy.at, zone)}
        {!closedBy.isOwn && `: ${closedBy.reason}`}
      </span>
    </p>
  );

/** Entries of earlier days that were closed today, each with its note; nothing when there are none. */
export const ClosedToday = ({ entries, zone }: { entries: readonly TimeEntry[]; zone: string }) =>
  entries.length > 0 && (
    <section
      aria-label={
        entries.every(({ closedBy }) => closedBy?.isOwn) ? 'Own statements' : 'Closed by an administrator'
      }
      className="mt-4 border-t border-line pt-3"
    >
      {entries.map((entry) => (
        <div key={entry.id}>
          <p className="font-semibold tabular-nums">
            {formatDate(entry.clockIn, zone)},{' '}
            {formatStartAndEnd(entry.clockIn, entry.clockOut ?? entry.clockIn, zone).join(' - ')}
          </p>
          <ClosedNote entry={entry} zone={zone} />
        </div>
      ))}
    </section>
  );
