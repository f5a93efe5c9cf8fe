import { ACCOUNT_EVENT_KINDS } from '#contract/people/employees';
import type { LedgerKind, LiveChange, LiveEvent } from '#contract/monitoring/live';
import type { TimeEntry } from '#contract/records';
import type { PeriodState } from '#domain/period/pay-period';
import { notificationsById } from '../workplace/activity/queries.ts';
import { correctionsById } from '../hours/corrections/record-queries.ts';
import type { Queryable } from '../platform/database/connection.ts';
import { usersById } from '../people/employees/queries.ts';
import { otherEntriesOf, SETTINGS_CHAIN, type LedgerBody } from '../ledger/entry.ts';
import { findSettings } from '../workplace/settings/queries.ts';
import { entriesById } from '../hours/time-entries/queries.ts';
import type { Head, Position, Seal } from '../platform/position.ts';
import type { FeedRow } from '../ledger/queries.ts';

/** A ledger row with the changed data, serialized once for all streams. */
export interface FeedChange {
  readonly position: Position;
  /** The row's place in the chain of its person, or of the settings. */
  readonly head: Head;
  readonly kind: LedgerKind;
  /** Null for the settings, which concern everybody. */
  readonly userId: string | null;
  readonly forAdmins: string;
  /** Has no cursor: each employee's stream adds its own. */
  readonly forEmployee: Omit<LiveChange, 'cursor'>;
}

const KINDS_WITH_USER: ReadonlySet<LedgerKind> = new Set<LedgerKind>(ACCOUNT_EVENT_KINDS);

const PERIOD_STATE = {
  period_confirmed: 'confirmed',
  period_objected: 'objected',
  period_closed: 'closed',
  period_reopened: 'reopened',
} as const satisfies Partial<Record<LedgerKind, PeriodState>>;
const isOfPeriod = (kind: LedgerKind): kind is keyof typeof PERIOD_STATE => kind in PERIOD_STATE;

/** A server-sent event; browsers return `id` as Last-Event-ID. */
export const eventText = (event: LiveEvent): string =>
  `${'cursor' in event ? `id: ${event.cursor}\n` : ''}data: ${JSON.stringify(event)}\n\n`;

export async function loadChanges(
  tx: Queryable,
  rows: readonly FeedRow[],
  seal: Seal,
): Promise<FeedChange[]> {
  const read = rows.map((row) => ({ row, data: (JSON.parse(row.body) as LedgerBody).data }));
  const ids = (pick: (one: (typeof read)[number]) => string | undefined): string[] => [
    ...new Set(read.map(pick).filter((id) => id !== undefined)),
  ];
  const correctionIds = ids(({ data }) => data.correction);
  const corrections = byId(await correctionsById(tx, correctionIds));
  const corrected = read.flatMap(({ data }) => otherEntriesOf(data) ?? []);
  const entries = byId(await entriesById(tx, [...new Set([...ids(({ data }) => data.entry), ...corrected])]));
  const notificationIds = ids(({ data }) => data.notification);
  const notifications = byId(await notificationsById(tx, notificationIds));
  const userIds = ids(({ row }) => (KINDS_WITH_USER.has(row.kind) ? row.chain : undefined));
  const users = byId(await usersById(tx, userIds));
  const settings = rows.some(({ chain }) => chain === SETTINGS_CHAIN) ? await findSettings(tx) : null;

  return read.map(({ row, data }) => {
    const others = otherEntriesOf(data);
    const userId = row.chain === SETTINGS_CHAIN ? null : row.chain;
    const change: Omit<LiveChange, 'cursor'> = {
      type: 'change',
      kind: row.kind,
      userId,
      entry: entries.get(data.entry ?? ''),
      correction: corrections.get(data.correction ?? ''),
      ...(others ? changedEntriesOf(others, entries) : {}),
      ...(data.period && isOfPeriod(row.kind)
        ? { period: { first: data.period.first, last: data.period.last, state: PERIOD_STATE[row.kind] } }
        : {}),
      user: users.get(row.chain),
      ...(settings && userId === null ? { settings } : {}),
    };
    return {
      position: row.position,
      head: row.head,
      kind: row.kind,
      userId,
      forAdmins: eventText({
        ...change,
        cursor: seal.close(row.position),
        notification: notifications.get(data.notification ?? ''),
        read: data.read,
      }),
      forEmployee: change,
    };
  });
}

const changedEntriesOf = (
  ids: readonly string[],
  entries: ReadonlyMap<string, TimeEntry>,
): Pick<LiveChange, 'entries' | 'gone'> => ({
  entries: ids.flatMap((id) => entries.get(id) ?? []),
  gone: ids.filter((id) => !entries.has(id)),
});

const byId = <Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [item.id, item]));
