import { Globe, MapPin, StickyNote, TriangleAlert } from 'lucide-react';
import { isLongSession } from '#domain/day/monitoring';
import { type TimeEntry, workedMinutes } from '#domain/entry/time-entry';
import { formatDuration } from '#domain/time/units';
import { ServerSaw } from '#web/frame/seconds.tsx';
import { LiveText, useNow } from '#web/time/use-now.tsx';
import { ClampedText } from '#web/ui/clamped-text.tsx';
import { classes } from '#web/ui/classes.ts';

/** Red with a warning sign beyond 480 minutes (spec §2). */
export function SessionTime({ entry }: { entry: TimeEntry }) {
  const isLong = useNow((now) => isLongSession(entry, now));
  return (
    <span className={classes('flex shrink-0 items-center gap-1 tabular-nums', isLong && 'text-danger')}>
      {isLong && <TriangleAlert aria-label="Long session" size={16} />}
      <LiveText of={(now) => formatDuration(workedMinutes(entry, now))} />
    </span>
  );
}

interface PunchFactsProps {
  entry: Pick<TimeEntry, 'ipAddress' | 'notes'> & { readonly seenAddress?: string | undefined };
  location: string | null;
}

/** The address, location and notes of a clock-in. */
export const PunchFacts = ({ entry, location }: PunchFactsProps) => (
  <div className="grid gap-0.5 text-sm text-muted">
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="flex items-center gap-1.5 wrap-anywhere">
        <Globe size={14} className="shrink-0" />
        IP: {entry.ipAddress}
      </span>
      <ServerSaw entry={entry} />
    </p>
    {location !== null && (
      <p className="flex items-center gap-1.5 tabular-nums">
        <MapPin size={14} className="shrink-0" />
        {location}
      </p>
    )}
    {entry.notes !== '' && (
      <p className="flex gap-1.5">
        <StickyNote size={14} className="mt-0.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere whitespace-pre-line">{entry.notes}</span>
      </p>
    )}
  </div>
);

export const ShortNotes = ({ of, children }: { of: string; children: string }) =>
  children !== '' && (
    <div className="flex gap-1 text-xs text-muted">
      <StickyNote size={12} className="mt-0.5 shrink-0" />
      <ClampedText of={`the notes of ${of}`}>{children}</ClampedText>
    </div>
  );
