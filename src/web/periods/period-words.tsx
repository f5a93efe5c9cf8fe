import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import type { LiveChange } from '#contract/monitoring/live';
import type { MyPeriod, PersonPeriod } from '#contract/periods/periods';
import { toEpochMs } from '#contract/wire';
import { dayIn, formatDate } from '#domain/time/format';
import { type OpenCounts, PERIOD_LABEL, type PeriodState, UNDO_REASON } from '#domain/period/pay-period';
import type { DayRange } from '#domain/time/workplace-day';
import { CircleCheck, CircleDot, Hourglass, Lock, LockOpen, MessageSquareWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

const OPEN_POINTS = [
  ['entries', 'payPeriod.openEntries'],
  ['requests', 'payPeriod.openRequests'],
  ['objections', 'payPeriod.openObjections'],
] as const;

/** '1 entry without an end', '2 requests', '1 objection'. */
export const openCountTexts = (open: OpenCounts) =>
  OPEN_POINTS.filter(([thing]) => open[thing] > 0).map(([thing, key]) => ({
    thing,
    text: say(key, { count: open[thing] }),
  }));

/** 'Employed since Jun 08, 2026', for an employment that is not of the whole period. */
export function employedText({ first, last }: DayRange, employed: DayRange): string {
  const [since, until] = [formatDate(employed.first, 'UTC'), formatDate(employed.last, 'UTC')];
  if (employed.first > first)
    return employed.last < last
      ? say('payPeriod.employedSinceUntil', { since, until })
      : say('payPeriod.employedSince', { since });
  return employed.last < last ? say('payPeriod.employedUntil', { until }) : say('payPeriod.notOnAllDays');
}

type SharedPeriodFields = Pick<MyPeriod, keyof MyPeriod & keyof PersonPeriod>;

const CLOSED = {
  plain: 'periodState.closed',
  by: 'periodState.closedBy',
  on: 'periodState.closedOn',
  byOn: 'periodState.closedByOn',
} as const;
const REOPENED = {
  plain: 'periodState.reopened',
  by: 'periodState.reopenedBy',
  on: 'periodState.reopenedOn',
  byOn: 'periodState.reopenedByOn',
} as const;

function actionText(
  keys: typeof CLOSED | typeof REOPENED,
  name: string | null,
  at: string | null,
  zone: string,
): string {
  const day = at === null ? '' : formatDate(toEpochMs(at), zone);
  if (name === null) return day === '' ? say(keys.plain) : say(keys.on, { day });
  return day === '' ? say(keys.by, { name }) : say(keys.byOn, { name, day });
}

const objectedText = (at: string | null, zone: string): string =>
  at === null
    ? say('periodState.objectedPlain')
    : say('periodState.objectedOn', { day: formatDate(toEpochMs(at), zone) });

function confirmedText({ confirmedAt: at, confirmedFigures }: SharedPeriodFields, zone: string): string {
  const confirmed =
    at === null
      ? say('periodState.confirmed')
      : say('periodState.confirmedOn', { day: formatDate(toEpochMs(at), zone) });
  return confirmedFigures === null ? say('periodState.withoutFigures', { confirmed }) : confirmed;
}

export const closingText = (
  { closedBy, closedAt }: Pick<SharedPeriodFields, 'closedBy' | 'closedAt'>,
  zone: string,
) => actionText(CLOSED, closedBy, closedAt, zone);

export interface Statement {
  readonly text: string;
  readonly quote: string | null;
}

/** Describes the last action, such as 'Closed', and an objection that still stands. */
export function statementsOf(period: SharedPeriodFields, zone: string): Statement[] {
  const objected = { text: objectedText(period.objectedAt, zone), quote: period.objection };
  const objections = period.isObjected ? [objected] : [];
  switch (period.state) {
    case 'closed':
      return [{ text: closingText(period, zone), quote: period.closingReason }, ...objections];
    case 'reopened':
      return [
        {
          text: actionText(REOPENED, period.reopenedBy, period.reopenedAt, zone),
          quote: period.reopeningReason === UNDO_REASON ? say('periodState.undone') : period.reopeningReason,
        },
        ...objections,
      ];
    case 'objected':
      return [objected];
    case 'confirmed':
    case 'changed':
      return [{ text: confirmedText(period, zone), quote: null }];
    default:
      return objections;
  }
}

/** These changes do not affect anybody's hours. */
const KINDS_WITHOUT_EFFECT: readonly LiveChange['kind'][] = [
  'activity_read',
  'password_changed',
  'identity_linked',
  'payroll_file_fetched',
  'payroll_profiles_updated',
  'studios_updated',
];

/** A punch or a period's change affects one period. Other changes can affect any, except `KINDS_WITHOUT_EFFECT`. */
export function affectsPeriod(
  { kind, entry, period }: Pick<LiveChange, 'kind' | 'entry' | 'period'>,
  { first, last }: DayRange,
  zone: string,
): boolean {
  if (period) return period.first === first;
  const day = entry && dayIn(toEpochMs(entry.clockIn), zone);
  return day === undefined ? !KINDS_WITHOUT_EFFECT.includes(kind) : day >= first && day <= last;
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

interface PeriodBadgeProps {
  state: PeriodState;
  reader: 'employee' | 'admin';
  isShort?: boolean;
}

export const PeriodBadge = ({ state, reader, isShort = false }: PeriodBadgeProps) => (
  <Badge {...LOOKS[state]}>
    <span className={isShort ? 'max-sm:sr-only' : undefined}>{PERIOD_LABEL[state][reader]}</span>
  </Badge>
);

interface LinesProps {
  period: SharedPeriodFields;
  zone: string;
  /** Statements that the page already shows once for everybody. They are not repeated. */
  elsewhere?: readonly Statement[];
}

export const PeriodStatementLines = ({ period, zone, elsewhere }: LinesProps) =>
  statementsOf(period, zone)
    .filter((one) => elsewhere?.some(({ text, quote }) => one.text === text && one.quote === quote) !== true)
    .map((one) => <StatementLine key={one.text} of={one} />);

export const StatementLine = ({ of: { text, quote } }: { of: Statement }) => (
  <p className="text-sm text-muted wrap-anywhere">
    {quote === null
      ? text
      : richly('periodState.quoted', { statement: text, quote: <q className="text-ink">{quote}</q> })}
  </p>
);
