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

/** '1 entry without an end', '2 requests', '1 objection'. */
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

export type PeriodStatements = Pick<
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

/** An action, and the reason in its author's words. */
export interface Statement {
  readonly text: string;
  readonly quote: string | null;
}

export const closedText = (
  { closedBy, closedAt }: Pick<PeriodStatements, 'closedBy' | 'closedAt'>,
  zone: string,
) =>
  `Closed${closedBy === null ? '' : ` by ${closedBy}`}${closedAt === null ? '' : ` on ${formatDate(toEpochMs(closedAt), zone)}`}`;

/** The last statement, and an objection that still stands. */
export function statementsOf(period: PeriodStatements, zone: string): Statement[] {
  const on = (instant: string | null) =>
    instant === null ? '' : ` on ${formatDate(toEpochMs(instant), zone)}`;
  const by = (name: string | null) => (name === null ? '' : ` by ${name}`);
  const objected: Statement = { text: `Objected${on(period.objectedAt)}`, quote: period.objection };
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

/** These changes do not affect anybody's hours. */
const ELSEWHERE: readonly LiveChange['kind'][] = [
  'activity_read',
  'password_changed',
  'payroll_file_fetched',
  'payroll_profiles_updated',
  'studios_updated',
];

/** A punch belongs to the day of its entry; a correction may belong to several days. */
export function affectsPeriod(
  { kind, entry, period }: Pick<LiveChange, 'kind' | 'entry' | 'period'>,
  { first, last }: DayRange,
  zone: string,
): boolean {
  if (period) return period.first === first;
  const day = entry && dayIn(toEpochMs(entry.clockIn), zone);
  return day === undefined ? !ELSEWHERE.includes(kind) : day >= first && day <= last;
}

const LOOKS: Readonly<Record<PeriodState, { readonly tone: BadgeTone; readonly icon: ReactNode }>> = {
  running: { tone: 'neutral', icon: <CircleDot size={14} /> },
  'to-be-confirmed': { tone: 'accent', icon: <Hourglass size={14} /> },
  confirmed: { tone: 'success', icon: <CircleCheck size={14} /> },
  changed: { tone: 'warning', icon: <Hourglass size={14} /> },
  objected: { tone: 'danger', icon: <MessageSquareWarning size={14} /> },
  closed: { tone: 'neutral', icon: <Lock size={14} /> },
  reopened: { tone: 'warning', icon: <LockOpen size={14} /> },
};

export const PeriodBadge = ({ state, reader }: { state: PeriodState; reader: 'employee' | 'admin' }) => (
  <Badge {...LOOKS[state]}>{PERIOD_LABEL[state][reader]}</Badge>
);

/**
 * The last statements with their reasons.
 * @param elsewhere a line that is already shown for all
 */
export const PeriodStatementLines = ({
  period,
  zone,
  elsewhere,
}: {
  period: PeriodStatements;
  zone: string;
  elsewhere?: string | null;
}) =>
  statementsOf(period, zone).map(
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
