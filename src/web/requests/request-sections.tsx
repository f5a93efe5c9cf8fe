import { say, type PlainKey } from '#texts/say';
import { ArrowRight } from 'lucide-react';
import type { CorrectionDetail } from '#contract/corrections/corrections';
import { toDomainEntry, toEpochMs } from '#contract/wire';
import type { EntryTimes } from '#domain/correction/correction';
import { isCounting, waitingSide } from '#domain/correction/state';
import { formatDate, formatTime, dateIfDifferent, formatMonth, formatShortDate } from '#domain/time/format';
import { formatDuration, type EpochMs } from '#domain/time/units';
import { endMissingText, isEndMissing, workedMinutes, type TimeEntry } from '#domain/entry/time-entry';
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
    <Section title={isOpen ? say('request.wouldChange') : say('request.wasChanged')}>
      <div className="grid gap-3">
        {changes.map(({ entryId, old, new: wanted }) => {
          const entry = entries.find(({ id }) => id === entryId);
          const counts = entry && toDomainEntry(entry);
          const before = old ? textsOf(old, counts, day, zone) : textsWithoutEntry(say('request.noEntry'));
          const after = wanted ? textsOf(wanted, counts, day, zone) : textsWithoutEntry(say('entry.removed'));
          return (
            <div key={entryId} className="overflow-hidden rounded-md border border-line">
              <table className="w-full table-fixed text-sm tabular-nums">
                <caption className="sr-only">{say('correction.oldAndNew')}</caption>
                <thead>
                  <tr className="border-b border-line bg-page text-start text-xs text-muted">
                    <th scope="col" className="w-24 px-3 py-1.5">
                      <span className="sr-only">{say('request.part')}</span>
                    </th>
                    <th scope="col" className="px-3 py-1.5 font-semibold">
                      {isOpen ? say('request.now') : say('request.before')}
                    </th>
                    <th scope="col" className="px-3 py-1.5 font-semibold">
                      {state === 'asked'
                        ? say('request.requested')
                        : state === 'sent-back'
                          ? say('request.suggested')
                          : say('request.corrected')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {PART_NAMES.map((part) => (
                    <EntryPartRow
                      key={part}
                      part={say(PARTS[part])}
                      before={before[part]}
                      after={after[part]}
                    />
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

const PARTS = { clockIn: 'entry.clockIn', clockOut: 'entry.clockOut', breaks: 'entry.breaks' } as const;
type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as Part[];
type Texts = Readonly<Record<Part, string>>;

const textsWithoutEntry = (text: string): Texts => ({ clockIn: text, clockOut: '', breaks: '' });

/** `counts` is the entry as it is now. If `times` has no clock-out, the text shows the clock-out of `counts`. */
function textsOf(times: EntryTimes, counts: TimeEntry | undefined, day: string, zone: string): Texts {
  const clockOut = times.clockOut ?? counts?.clockOut ?? null;
  const openText = counts && isEndMissing(counts) ? endMissingText() : say('request.stillIn');
  const at = (instant: EpochMs): string => {
    const date = dateIfDifferent(instant, day, zone);
    return `${formatTime(instant, zone)}${date === null ? '' : `, ${formatDate(instant, zone)}`}`;
  };
  return {
    clockIn: at(times.clockIn),
    clockOut: clockOut === null ? openText : at(clockOut),
    breaks: times.breaks.map((pause) => breakText(pause, zone)).join('\n') || say('request.none'),
  };
}

function EntryPartRow({ part, before, after }: Readonly<Record<'part' | 'before' | 'after', string>>) {
  const isChanged = before !== after;
  return (
    <tr className="border-t border-line align-top first:border-t-0">
      <th scope="row" className="px-3 py-1.5 text-start font-normal text-muted">
        {part}
      </th>
      <td className="px-3 py-1.5 whitespace-pre-line">
        {isChanged && before !== say('request.noEntry') ? <del className="text-muted">{before}</del> : before}
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
  readonly label: PlainKey;
  readonly of: keyof Totals['before'];
  readonly isCount?: true;
}

const FIGURES: readonly Figure[] = [
  { label: 'entry.worked', of: 'totalMinutes' },
  { label: 'entry.breaks', of: 'breakMinutes' },
  { label: 'figure.overtime', of: 'overtimeMinutes' },
  { label: 'figure.lateArrivals', of: 'lateArrivals', isCount: true },
  { label: 'figure.late', of: 'lateMinutes' },
  { label: 'figure.absences', of: 'absences', isCount: true },
];

type Totals = Pick<CorrectionDetail['effect']['days'][number], 'before' | 'after'>;

export function TotalsEffect({ effect, zone }: { effect: CorrectionDetail['effect']; zone: string }) {
  const periods = [
    ...effect.days.map(({ day, ...totals }) => ({ label: formatDate(day, zone), totals })),
    ...effect.months.map(({ first, ...totals }) => ({ label: formatMonth(first), totals })),
  ];
  return (
    <Section title={say('request.effect')}>
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
      <dt className="text-muted">{say(label)}</dt>
      <dd className="text-end">
        {isChanged({ before, after }, of) && (
          <>
            <del className="whitespace-nowrap text-muted">{text(before[of])}</del>{' '}
            <ArrowRight
              role="img"
              aria-label={say('request.to')}
              size={14}
              className="inline text-muted"
            />{' '}
          </>
        )}
        <span className="font-semibold whitespace-nowrap">{text(after[of])}</span>
        {!isCount && <span className="ms-2 text-xs text-muted">{differenceText(before[of], after[of])}</span>}
      </dd>
    </div>
  );
}

export const Punches = ({ detail: { punches } }: { detail: CorrectionDetail }) => (
  <Section title={say('request.asPunched')}>
    {punches.length === 0 ? (
      <p className="text-sm text-muted">{say('request.nothingPunched')}</p>
    ) : (
      <ul className="grid gap-2">
        {punches.map((punch) => {
          const place = coordinatesText({ location: punch.location ?? null });
          return (
            <li key={punch.entryId}>
              <PunchFacts entry={punch} location={place ?? say('request.noLocation')} />
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
    <Section title={say('request.neighbours')}>
      {byDay.size === 0 ? (
        <p className="text-sm text-muted">{say('request.noNeighbours')}</p>
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
                {formatShortDate(day)}
              </span>
              <ul>
                {ofDay.map((entry) => (
                  <li key={entry.id} className="flex flex-wrap justify-between gap-x-3">
                    <span>
                      {spanText(entry, zone)}
                      {correctedIds.has(entry.id) && (
                        <span className="sr-only"> {say('request.inThis')}</span>
                      )}
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
