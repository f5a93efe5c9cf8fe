/** What employees and admins alike read of a pay period: what is open in it, what was said and done, and when. */
import type { LiveChange } from '#contract/live';
import type { MyPeriod } from '#contract/periods';
import { toEpochMs } from '#contract/wire';
import { dayIn, formatDate } from '#domain/time/format';
import { type OpenCounts, PERIOD_LABEL, type PeriodState } from '#domain/period/pay-period';
import type { DayRange } from '#domain/time/workplace-day';
import { CircleCheck, CircleDot, Hourglass, Lock, LockOpen, MessageSquareWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

export const countText = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;

export type OpenThing = keyof OpenCounts;

/** What is open, in words: '1 entry without an end', '2 requests', '1 objection'. */
export function openTexts({
  entries,
  requests,
  objections,
}: OpenCounts): { thing: OpenThing; text: string }[] {
  const texts: { thing: OpenThing; text: string }[] = [
    { thing: 'entries', text: countText(entries, 'entry without an end', 'entries without an end') },
    { thing: 'requests', text: countText(requests, 'request', 'requests') },
    { thing: 'objections', text: countText(objections, 'objection', 'objections') },
  ];
  const counts = { entries, requests, objections };
  return texts.filter(({ thing }) => counts[thing] > 0);
}

/** The part of a person's period that these words are about. */
export type PeriodSaid = Pick<
  MyPeriod,
  | 'state'
  | 'isObjected'
  | 'confirmedAt'
  | 'confirmedFigures'
  | 'objectedAt'
  | 'objection'
  | 'closedAt'
  | 'closedBy'
  | 'closingReason'
  | 'reopenedAt'
  | 'reopenedBy'
  | 'reopeningReason'
>;

/** A sentence of what was done, and in whose words why. */
export interface Said {
  readonly text: string;
  readonly quote: string | null;
}

export const closedText = ({ closedBy, closedAt }: Pick<PeriodSaid, 'closedBy' | 'closedAt'>, zone: string) =>
  `Closed${closedBy === null ? '' : ` by ${closedBy}`}${closedAt === null ? '' : ` on ${formatDate(toEpochMs(closedAt), zone)}`}`;

/** What was last said and done about it, and an objection that stands all the same; nothing before the first. */
export function saidOf(period: PeriodSaid, zone: string): Said[] {
  const on = (instant: string | null) =>
    instant === null ? '' : ` on ${formatDate(toEpochMs(instant), zone)}`;
  const by = (name: string | null) => (name === null ? '' : ` by ${name}`);
  const objected: Said = { text: `Objected${on(period.objectedAt)}`, quote: period.objection };
  const stands = period.isObjected ? [objected] : [];
  switch (period.state) {
    case 'closed':
      return [{ text: closedText(period, zone), quote: period.closingReason }, ...stands];
    case 'reopened':
      return [
        { text: `Reopened${by(period.reopenedBy)}${on(period.reopenedAt)}`, quote: period.reopeningReason },
        ...stands,
      ];
    case 'objected':
      return [objected];
    case 'confirmed':
    case 'changed':
      return [
        {
          text: `Confirmed${on(period.confirmedAt)}${period.confirmedFigures === null ? ' (figures not recorded)' : ''}`,
          quote: null,
        },
      ];
    default:
      return stands;
  }
}

/** Changes that say nothing of anybody's hours. */
const ELSEWHERE: readonly LiveChange['kind'][] = [
  'activity_read',
  'password_changed',
  'payroll_file_fetched',
  'payroll_profiles_updated',
  'studios_updated',
];

/** Whether a change may concern the period: a punch is of the day on which its entry began, a correction may be of several. */
export function touchesPeriod(
  { kind, entry, period }: Pick<LiveChange, 'kind' | 'entry' | 'period'>,
  { first, last }: DayRange,
  zone: string,
): boolean {
  if (period) return period.first === first;
  const day = entry && dayIn(toEpochMs(entry.clockIn), zone);
  return day === undefined ? !ELSEWHERE.includes(kind) : day >= first && day <= last;
}

const LOOKS: Readonly<Record<PeriodState, { readonly tone: BadgeTone; readonly icon: ReactNode }>> = {
  running: { tone: 'neutral', icon: <CircleDot aria-hidden size={14} /> },
  'to-be-confirmed': { tone: 'accent', icon: <Hourglass aria-hidden size={14} /> },
  confirmed: { tone: 'success', icon: <CircleCheck aria-hidden size={14} /> },
  changed: { tone: 'warning', icon: <Hourglass aria-hidden size={14} /> },
  objected: { tone: 'danger', icon: <MessageSquareWarning aria-hidden size={14} /> },
  closed: { tone: 'neutral', icon: <Lock aria-hidden size={14} /> },
  reopened: { tone: 'warning', icon: <LockOpen aria-hidden size={14} /> },
};

/** Where a period stands, in the words of whoever reads it. */
export const PeriodBadge = ({ state, reader }: { state: PeriodState; reader: 'employee' | 'admin' }) => (
  <Badge {...LOOKS[state]}>{PERIOD_LABEL[state][reader]}</Badge>
);

/**
 * What was last said and done about a period, with the reasons in the words they were given in.
 * @param elsewhere a line that already stands above, for all
 */
export const PeriodSaidLines = ({
  period,
  zone,
  elsewhere,
}: {
  period: PeriodSaid;
  zone: string;
  elsewhere?: string | null;
}) =>
  saidOf(period, zone).map(
    ({ text, quote }) =>
      (quote !== null || text !== elsewhere) && (
        <p key={text} className="text-sm text-muted wrap-anywhere">
          {text}
          {quote !== null && (
            <>
              : <q className="text-ink">{quote}</q>
            </>
          )}
        </p>
      ),
  );
