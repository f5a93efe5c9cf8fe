import { ArrowRight } from 'lucide-react';
import type { CorrectionDetail } from '#contract/corrections/corrections';
import { toDomainEntry, toEpochMs } from '#contract/wire';
import type { EntryTimes } from '#domain/correction/correction';
import { isCounting, waitingSide } from '#domain/correction/state';
import { formatDate, formatTime, dateIfDifferent, formatMonth } from '#domain/time/format';
import { formatDuration, type EpochMs } from '#domain/time/units';
import { END_MISSING, isEndMissing, workedMinutes, type TimeEntry } from '#domain/entry/time-entry';
import { groupBy } from '#domain/report/groups';
import { dayContaining } from '#domain/time/workplace-day';
import { coordinatesText } from '#domain/entry/location';
import { differenceText } from '#domain/correction/effect';
import { changesOf } from '#contract/corrections/rows';
import { breakText, spanText } from '#web/corrections/span-text.ts';
import { classes } from '#web/ui/classes.ts';
import { Section } from '#web/ui/section.tsx';
import { weekdayNameOf } from '#domain/time/weekday';
import { PunchFacts } from '#web/people/session-facts.tsx';

interface SideBySideProps {
  detail: Pick<CorrectionDetail, 'correction' | 'entries'>;
  zone: string;
}

export function OldAndNewTimes({ detail: { correction, entries }, zone }: SideBySideProps) {
  const { state, day } = correction;
  const isOpen = waitingSide(state) !== null && !isCounting(state);
  const changes = changesOf(correction);
  return (
    <Section title={isOpen ? 'What would change' : 'What was changed'}>
      <div className="grid gap-3">
        {changes.map(({ entryId, old, new: wanted }) => {
          const entry = entries.find(({ id }) => id === entryId);
          const counts = entry && toDomainEntry(entry);
          const before = old ? textsOf(old, counts, day, zone) : textsWithoutEntry('No entry');
          const after = wanted ? textsOf(wanted, counts, day, zone) : textsWithoutEntry('Removed');
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
                    <EntryPartRow key={part} part={part} before={before[part]} after={after[part]} />
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

const textsWithoutEntry = (text: string): Texts => ({ 'Clock In': text, 'Clock Out': '', Breaks: '' });

/** `counts` is the entry as it is now. If `times` has no clock-out, the text shows the clock-out of `counts`. */
function textsOf(times: EntryTimes, counts: TimeEntry | undefined, day: string, zone: string): Texts {
  const clockOut = times.clockOut ?? counts?.clockOut ?? null;
  const openText = counts && isEndMissing(counts) ? END_MISSING : 'still clocked in';
  const at = (instant: EpochMs): string => {
    const date = dateIfDifferent(instant, day, zone);
    return `${formatTime(instant, zone)}${date === null ? '' : `, ${formatDate(instant, zone)}`}`;
  };
  return {
    'Clock In': at(times.clockIn),
    'Clock Out': clockOut === null ? openText : at(clockOut),
    Breaks: times.breaks.map((pause) => breakText(pause, zone)).join('\n') || 'none',
  };
}

function EntryPartRow({ part, before, after }: Readonly<Record<'part' | 'before' | 'after', string>>) {
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

interface Figure {
  readonly label: string;
  readonly of: keyof Totals['before'];
  readonly isCount?: true;
}

const FIGURES: readonly Figure[] = [
  { label: 'Worked', of: 'totalMinutes' },
  { label: 'Breaks', of: 'breakMinutes' },
  { label: 'Overtime', of: 'overtimeMinutes' },
  { label: 'Late arrivals', of: 'lateArrivals', isCount: true },
  { label: 'Late', of: 'lateMinutes' },
  { label: 'Absences', of: 'absences', isCount: true },
];

type Totals = Pick<CorrectionDetail['effect']['days'][number], 'before' | 'after'>;

export function TotalsEffect({ effect, zone }: { effect: CorrectionDetail['effect']; zone: string }) {
  const periods = [
    ...effect.days.map(({ day, ...totals }) => ({ label: formatDate(day, zone), totals })),
    ...effect.months.map(({ first, ...totals }) => ({ label: formatMonth(first), totals })),
  ];
  return (
    <Section title="Effect on totals">
      <div className="grid gap-3">
        {periods.map(({ label, totals }) => (
          <div key={label} className="rounded-md border border-line px-3 py-2 text-sm tabular-nums">
            <p className="text-xs font-semibold text-muted">{label}</p>
            <dl aria-label={label} className="mt-1 grid gap-1">
              {FIGURES.filter(({ of }) => of === 'totalMinutes' || isChanged(totals, of)).map((figure) => (
                <FigureLine key={figure.of} {...figure} {...totals} />
              ))}
            </dl>
          </div>
        ))}
      </div>
    </Section>
  );
}

const isChanged = ({ before, after }: Totals, of: Figure['of']): boolean =>
  Math.floor(before[of]) !== Math.floor(after[of]);

function FigureLine({ label, of, isCount, before, after }: Figure & Totals) {
  const text = (value: number) => (isCount ? String(value) : formatDuration(value));
  return (
    <div className="flex items-baseline justify-between gap-x-2">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right">
        {isChanged({ before, after }, of) && (
          <>
            <del className="whitespace-nowrap text-muted">{text(before[of])}</del>{' '}
            <ArrowRight role="img" aria-label="to" size={14} className="inline text-muted" />{' '}
          </>
        )}
        <span className="font-semibold whitespace-nowrap">{text(after[of])}</span>
        {!isCount && <span className="ml-2 text-xs text-muted">{differenceText(before[of], after[of])}</span>}
      </dd>
    </div>
  );
}

export const Punches = ({ detail: { punches } }: { detail: CorrectionDetail }) => (
  <Section title="As punched">
    {punches.length === 0 ? (
      <p className="text-sm text-muted">Nothing was punched.</p>
    ) : (
      <ul className="grid gap-2">
        {punches.map((punch) => {
          const place = coordinatesText({ location: punch.location ?? null });
          return (
            <li key={punch.entryId}>
              <PunchFacts entry={punch} location={place ?? 'No location'} />
            </li>
          );
        })}
      </ul>
    )}
  </Section>
);

export function Neighbours({ detail: { correction, entries, calendar, now } }: { detail: CorrectionDetail }) {
  const zone = calendar.timeZone;
  const correctedIds = new Set(correction.items.map(({ entryId }) => entryId));
  const byDay = groupBy(
    entries.map(toDomainEntry).toSorted((one, other) => one.clockIn - other.clockIn),
    ({ clockIn }) => dayContaining(clockIn, calendar.days)?.day ?? formatDate(clockIn, zone),
  );
  return (
    <Section title="Neighbouring days">
      {byDay.size === 0 ? (
        <p className="text-sm text-muted">No entries on these days.</p>
      ) : (
        <ol className="divide-y divide-line border-y border-line text-sm tabular-nums">
          {[...byDay].map(([day, ofDay]) => (
            <li
              key={day}
              className={classes(
                'grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 px-2 py-1.5',
                day === correction.day && 'bg-page font-semibold',
              )}
            >
              <span className={day === correction.day ? '' : 'text-muted'}>
                <span className="inline-block w-9">{weekdayNameOf(day)}</span>
                {formatDate(day, zone).slice(0, 6)}
              </span>
              <ul>
                {ofDay.map((entry) => (
                  <li key={entry.id} className="flex flex-wrap justify-between gap-x-3">
                    <span>
                      {spanText(entry, zone)}
                      {correctedIds.has(entry.id) && <span className="sr-only"> (in this correction)</span>}
                    </span>
                    <span className="font-normal text-muted">
                      {formatDuration(workedMinutes(entry, toEpochMs(now)))}
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
