import { say } from '#texts/say';
import { ChevronDown, ChevronUp, Globe, MapPin, StickyNote, TriangleAlert } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { isLongEntry } from '#domain/day/monitoring';
import { STATUS_LABEL, type TimeEntry, type WorkStatus, workedMinutes } from '#domain/entry/time-entry';
import { formatDuration } from '#domain/time/units';
import { STATUS_LOOK } from '#web/frame/status-look.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EntryPlace, type EntryPlaceProps } from '#web/frame/seconds.tsx';
import { LiveText, useNow } from '#web/time/use-now.tsx';
import { classes } from '#web/ui/classes.ts';

/** Shows the worked time of an entry, red with a warning sign beyond 480 minutes (spec §2). */
export function EntryWorkedTime({ entry }: { entry: TimeEntry }) {
  const isLong = useNow((now) => isLongEntry(entry, now));
  return (
    <span className={classes('flex shrink-0 items-center gap-1 tabular-nums', isLong && 'text-danger')}>
      {isLong && <TriangleAlert aria-label={say('session.long')} size={16} />}
      <LiveText of={(now) => formatDuration(workedMinutes(entry, now))} />
    </span>
  );
}

interface PunchFactsProps {
  entry: Pick<TimeEntry, 'notes'> & EntryPlaceProps;
  location: string | null;
}

export const PunchFacts = ({ entry, location }: PunchFactsProps) => (
  <div className="grid gap-0.5 text-sm text-muted">
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="flex items-center gap-1.5 wrap-anywhere">
        <Globe size={14} className="shrink-0" />
        {say('entry.ipAddress', { address: entry.ipAddress })}
      </span>
      <EntryPlace entry={entry} />
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
      <ClampedText of={say('notes.of', { of })}>{children}</ClampedText>
    </div>
  );

/** Shows two lines of the text, and a button that opens the rest. `of` names the text in the button's label. */
function ClampedText({ children, of }: { children: string; of: string }) {
  const text = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = text.current;
    if (!element || isOpen) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen, children]);
  const Icon = isOpen ? ChevronUp : ChevronDown;
  return (
    <span className="min-w-0">
      <span ref={text} className={classes('wrap-anywhere', isOpen ? 'whitespace-pre-line' : 'line-clamp-2')}>
        {children}
      </span>
      {isCut && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-6 items-center gap-1 rounded-sm font-semibold text-accent-strong max-sm:min-h-11"
        >
          {isOpen ? say('common.showLess') : say('common.showAll')}
          <span className="sr-only"> {of}</span>
          <Icon size={14} />
        </button>
      )}
    </span>
  );
}

export const StatusBadge = ({ status }: { status: WorkStatus }) => {
  const { tone, icon: Icon } = STATUS_LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon size={14} />}>
      {STATUS_LABEL[status]}
    </Badge>
  );
};
