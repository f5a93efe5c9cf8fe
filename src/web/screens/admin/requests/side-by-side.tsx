import type { CorrectionDetail } from '#contract/corrections';
import { toDomainEntry } from '#contract/wire';
import type { EntryTimes } from '#domain/correction/correction';
import { isCounting, waitsFor } from '#domain/correction/state';
import { formatDate, formatTime, otherDate } from '#domain/time/format';
import type { EpochMs } from '#domain/time/units';
import { END_MISSING, isEndMissing, type TimeEntry } from '#domain/entry/time-entry';
import { changesOf } from '#web/corrections/rows.ts';
import { breakText } from '#web/corrections/span-text.ts';
import { classes } from '#web/ui/classes.ts';
import { Section } from '#web/screens/admin/section.tsx';

interface SideBySideProps {
  detail: Pick<CorrectionDetail, 'correction' | 'entries'>;
  zone: string;
}

export function SideBySide({ detail: { correction, entries }, zone }: SideBySideProps) {
  const { state, day } = correction;
  const isOpen = waitsFor(state) !== null && !isCounting(state);
  const changes = changesOf(correction);
  return (
    <Section title={isOpen ? 'What would change' : 'What was changed'}>
      <div className="grid gap-3">
        {changes.map(({ entryId, old, new: wanted }) => {
          const entry = entries.find(({ id }) => id === entryId);
          const counts = entry && toDomainEntry(entry);
          const before = old ? textsOf(old, counts, day, zone) : nothing('No entry');
          const after = wanted ? textsOf(wanted, counts, day, zone) : nothing('Removed');
          return (
            <div key={entryId} className="overflow-hidden rounded-md border border-line">
              <table className="w-full table-fixed text-sm tabular-nums">
                <caption className="sr-only">Old and new times</caption>
                <thead>
                  <tr className="border-b border-line bg-page text-left text-xs text-muted">
                    <th scope="col" className="w-24 px-3 py-1.5">
                      <span className="sr-only">Part</span>
                    </th>
                    <th scope="col" className="px-3 py-1.5 font-semibold">
                      {isOpen ? 'Now' : 'Before'}
                    </th>
                    <th scope="col" className="px-3 py-1.5 font-semibold">
                      {state === 'asked' ? 'Requested' : state === 'sent-back' ? 'Suggested' : 'Corrected'}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {PARTS.map((part) => (
                    <Line key={part} part={part} before={before[part]} after={after[part]} />
                  ))}
                </tbody>
              </table>
            </div>
          );
        })}
      </div>
    </Section>
  );
}

const PARTS = ['Clock In', 'Clock Out', 'Breaks'] as const;
type Texts = Readonly<Record<(typeof PARTS)[number], string>>;

const nothing = (text: string): Texts => ({ 'Clock In': text, 'Clock Out': '', Breaks: '' });

/** `counts`: the entry as it counts now; it may have ended, or been left open, since these times. */
function textsOf(times: EntryTimes, counts: TimeEntry | undefined, day: string, zone: string): Texts {
  const clockOut = times.clockOut ?? counts?.clockOut ?? null;
  const openText = counts && isEndMissing(counts) ? END_MISSING : 'still clocked in';
  const at = (instant: EpochMs): string => {
    const date = otherDate(instant, day, zone);
    return `${formatTime(instant, zone)}${date === null ? '' : `, ${formatDate(instant, zone)}`}`;
  };
  return {
    'Clock In': at(times.clockIn),
    'Clock Out': clockOut === null ? openText : at(clockOut),
    Breaks: times.breaks.map((pause) => breakText(pause, zone)).join('\n') || 'none',
  };
}

function Line({ part, before, after }: Readonly<Record<'part' | 'before' | 'after', string>>) {
  const isChanged = before !== after;
  return (
    <tr className="border-t border-line align-top first:border-t-0">
      <th scope="row" className="px-3 py-1.5 text-left font-normal text-muted">
        {part}
      </th>
      <td className="px-3 py-1.5 whitespace-pre-line">
        {isChanged && before !== 'No entry' ? <del className="text-muted">{before}</del> : before}
      </td>
      <td
        className={classes(
          'px-3 py-1.5 whitespace-pre-line',
          isChanged && 'bg-accent-soft font-semibold text-accent-strong',
        )}
      >
        {isChanged ? <ins className="no-underline">{after}</ins> : after}
      </td>
    </tr>
  );
}
