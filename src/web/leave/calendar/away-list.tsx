/** Lists present and coming absences on phones, with one bar for each. */
import { say } from '#texts/say';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import type { LeaveCalendar } from '#contract/leave/calendar';
import { formatDate, formatMonthDay } from '#domain/time/format';
import type { Day } from '#domain/time/units';
import { addDays, daysBetween } from '#domain/time/workplace-day';
import { LEAVE_FILLS } from '#web/leave/leave-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { classes } from '#web/ui/classes.ts';
import { away, daysOf, HALF_BY_LETTER, halfText, type Absence, type Row } from './absences.tsx';

interface Span extends Absence {
  readonly person: Pick<Row, 'id' | 'name'>;
  readonly first: Day;
  readonly last: Day;
  /** True if only later days could tell the end. */
  readonly isCut: boolean;
}

/** A colleague's days away in a row; days off between them do not end it. */
function spansOfLetters(person: Row, days: readonly Day[]): Span[] {
  return [...person.days.matchAll(/[xma](?:[ohxma]*[xma])?/g)].map(({ 0: run, index }) => ({
    ...away(),
    half: (run.length === 1 && HALF_BY_LETTER[run]) || null,
    person,
    first: days[index] ?? '',
    last: days[index + run.length - 1] ?? '',
    isCut: /^[oh]*$/.test(person.days.slice(index + run.length)),
  }));
}

function spansOf(person: Row, days: readonly Day[]): Span[] {
  if (!person.leave) return spansOfLetters(person, days);
  const known = { person, isCut: false };
  return [
    ...person.leave.map((one) => ({ ...away(), ...one, ...known })),
    ...(person.requests ?? []).map((one) => ({ ...one, ...known, isAsked: true })),
  ];
}

/** 'Dec 18', or 'Dec 18, 2027' in another year. */
const shortDate = (day: Day, today: Day): string =>
  day.slice(0, 4) === today.slice(0, 4) ? formatMonthDay(day) : formatDate(day, 'UTC');

/** 'Parental, until Dec 18', 'Holiday, Dec 21 to Dec 30, requested', 'Training, Dec 2, morning'. */
function spanText({ name, half, isAsked, isCut, first, last }: Span, today: Day): string {
  const [from, to] = [shortDate(first, today), shortDate(last, today)];
  const when =
    first > today
      ? isCut
        ? say('away.from', { from })
        : first === last
          ? from
          : say('away.fromTo', { from, to })
      : isCut
        ? null
        : last === today
          ? say('away.today')
          : say('away.until', { to });
  const parts = [name, when, half && halfText(half), isAsked ? say('absence.requested') : null];
  return parts.filter((part) => part !== null).join(', ');
}

/** `isNow`: the range begins today. */
export function AwayList({ view, isNow }: { view: LeaveCalendar; isNow: boolean }) {
  const days = daysOf(view);
  const spans = view.people
    .flatMap((one) => spansOf(one, days))
    .toSorted((one, other) => (one.first < other.first ? -1 : one.first > other.first ? 1 : 0));
  const now = spans.filter(({ first }) => first <= view.today);
  const next = spans.filter(({ first }) => first > view.today);
  if (!isNow)
    return (
      <AwaySection
        title={say('away.since', { day: shortDate(view.first, view.today) })}
        spans={spans}
        view={view}
        nobody={say('away.noneInMonths')}
      />
    );
  return (
    <>
      <AwaySection title={say('away.now')} spans={now} view={view} nobody={say('away.noneToday')} />
      <AwaySection title={say('away.next')} spans={next} view={view} nobody={say('away.noneNext')} />
    </>
  );
}

interface SectionProps {
  title: string;
  spans: readonly Span[];
  view: LeaveCalendar;
  nobody: string;
}

/** More absences wait behind a button, since the weeks of people stand below. */
const SHOWN_SPANS = 6;

function AwaySection({ title, spans, view, nobody }: SectionProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? spans : spans.slice(0, SHOWN_SPANS);
  return (
    <section className="grid gap-2 border-t border-line px-4 py-3">
      <h3 className="font-semibold">{title}</h3>
      {spans.length === 0 ? (
        <Empty isSmall icon={<CalendarOff size={24} />} title={nobody} />
      ) : (
        <ul aria-label={title} className="grid gap-3">
          {shown.map((span) => (
            <li key={`${span.person.id} ${span.first} ${span.half} ${span.name}`} className="grid gap-1">
              <p className="flex flex-wrap justify-between gap-x-3 text-sm">
                <span className="min-w-0 font-semibold wrap-anywhere">{span.person.name}</span>
                <span className="text-muted">{spanText(span, view.today)}</span>
              </p>
              <SpanBar of={span} view={view} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < spans.length && (
        <Button size="small" look="quiet" onClick={() => setOpen(true)}>
          {say('common.showMore', { count: spans.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

/** The absence on a line of two months. The text above it says the same. */
function SpanBar({ of, view: { first, last } }: { of: Span; view: LeaveCalendar }) {
  const percent = 100 / daysBetween(first, last).length;
  const at = (day: Day) => (day <= first ? 0 : daysBetween(first, addDays(day, -1)).length * percent);
  const start = at(of.first);
  const end = Math.min(100, at(addDays(of.last, 1)));
  return (
    <span aria-hidden className="relative h-2 overflow-hidden rounded-full bg-sunken">
      <span
        style={{ insetInlineStart: `${start}%`, width: `${end - start}%` }}
        className={classes(
          'absolute inset-y-0 rounded-full forced-colors:bg-[Highlight]',
          LEAVE_FILLS[of.color],
          of.isAsked && 'hatched',
        )}
      />
    </span>
  );
}
