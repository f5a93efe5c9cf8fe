/** Records security events after the HTTP response ([why](../../../../docs/decisions/055-security-log.md)). */
import { type EpochMs, MS_PER_HOUR } from '#domain/time/units';
import type { Queryable } from '../database/connection.ts';
import { asTimestamp } from '../database/wire-types.ts';
import { securityKindOf, type SecurityKind } from '#contract/security/kinds';
import { coalesce } from '../async/coalesce.ts';
import { withoutDeadline } from '../async/deadline.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { toLogText, type Log } from '../log.ts';
import { orderedId } from '../ordered-id.ts';

export interface SecurityEvent {
  readonly kind: SecurityKind;
  /** The account that the event is about; null without one. */
  readonly userId?: string | null;
  /** Instead of `userId`: the account is looked up after the response. The email itself is never stored. */
  readonly email?: string;
  /** The account that did the action, if it is not `userId`. */
  readonly actor?: string | null;
  /** `network` and `device` come from `networkAndDevice`. */
  readonly network?: string;
  readonly device?: string;
  /** Whether the account had signed in with this browser before. */
  readonly isKnown?: boolean | null;
  /** Text that the security log shows. */
  readonly detail?: string;
}
type NotedEvent = SecurityEvent & { readonly at: EpochMs };

interface SavedEvent extends Required<Omit<SecurityEvent, 'email'>> {
  readonly id: string;
  readonly at: string;
  readonly until: string;
  readonly count: number;
  /** Events with the same key share a row, which counts them. Null for an event with its own row. */
  readonly sumKey: string | null;
}

export type SecurityLog = ReturnType<typeof createSecurityLog>;

const GATHER_MS = 200;
const WAITING_AT_MOST = 10_000;
/** Networks per hour with own rows for events without an account. Many addresses must not push out other events. */
const NETWORKS_AT_MOST = 200;
const OTHER_NETWORKS = 'Other networks';

interface SecurityLogContext {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
  readonly log: Log;
}

export function createSecurityLog({ database, clock, log }: SecurityLogContext) {
  const networks = createNetworkLimiter();
  let waiting: NotedEvent[] = [];
  let lost = 0;
  let last = Promise.resolve();
  const write = coalesce(async () => {
    const batch = waiting;
    waiting = [];
    try {
      const emails = batch.flatMap(({ email }) => email ?? []);
      const accounts = await accountsByEmail(database.pool, emails);
      await saveEvents(database.pool, groupEvents(batch.map((noted) => rowOf(noted, accounts, networks))));
    } catch (error) {
      lost += batch.length;
      log.warn(`The security log could not be written: ${toLogText(error)}`);
    }
    if (lost > 0) log.warn(`The security log has lost ${lost} events.`);
    lost = 0;
  }, GATHER_MS);
  return {
    /** Writes the event within moments; it is lost if the process is killed before. Never fails. */
    note(event: SecurityEvent): void {
      if (waiting.length < WAITING_AT_MOST) waiting.push({ ...event, at: clock.now() });
      else lost += 1;
      last = withoutDeadline(write);
    },
    /** Resolves when all events noted so far are written or lost. */
    written: (): Promise<void> => last,
  };
}

function createNetworkLimiter() {
  let known = new Set<string>();
  let hour = 0;
  return (network: string, of: number): string => {
    if (of !== hour) [known, hour] = [new Set(), of];
    if (!known.has(network) && known.size >= NETWORKS_AT_MOST) return OTHER_NETWORKS;
    known.add(network);
    return network;
  };
}

function groupEvents(rows: readonly SavedEvent[]): SavedEvent[] {
  const sums = new Map<string, SavedEvent>();
  for (const row of rows) {
    const key = row.sumKey ?? row.id;
    const sum = sums.get(key);
    sums.set(key, sum ? { ...sum, until: row.until, count: sum.count + 1 } : row);
  }
  return [...sums.values()];
}

const NO_DEVICE = { device: '', isKnown: null };

function rowOf(
  { at, email = '', ...noted }: NotedEvent,
  accounts: ReadonlyMap<string, string>,
  networks: ReturnType<typeof createNetworkLimiter>,
): SavedEvent {
  const account = accounts.get(email) ?? null;
  const given = { userId: account, actor: null, network: '', ...NO_DEVICE, detail: '', ...noted };
  const hour = Math.floor(at / MS_PER_HOUR);
  const event =
    given.userId === null ? { ...given, ...NO_DEVICE, network: networks(given.network, hour) } : given;
  const { rowPer } = securityKindOf(event.kind);
  const { kind, userId, detail, network, device, isKnown } = event;
  const place = rowPer === 'network' ? [network, device, isKnown] : [];
  const sumKey = rowPer ? JSON.stringify([hour, kind, userId, detail, ...place]) : null;
  const instant = asTimestamp(at);
  return { ...event, id: orderedId(at), at: instant, until: instant, count: 1, sumKey };
}

/** Maps each email to its account's id. */
async function accountsByEmail(
  tx: Queryable,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (emails.length === 0) return new Map();
  const text = 'SELECT id, email FROM account WHERE email = ANY ($1)';
  const rows = await tx.run<{ id: string; email: string }>(text, [[...new Set(emails)]]);
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Adds repeated events to the count of the existing row. Sorts rows, so that two servers cannot deadlock. */
const saveEvents = (tx: Queryable, events: readonly SavedEvent[]) =>
  tx.run(
    `INSERT INTO security_event (id, at, until, kind, user_id, actor, network, device, is_known, detail, count, sum_key)
     SELECT id, at, until, kind, "userId", actor, network, device, "isKnown", detail, count, "sumKey"
     FROM jsonb_to_recordset($1) AS e(id uuid, at timestamptz, until timestamptz, kind text, "userId" uuid, actor uuid,
       network text, device text, "isKnown" boolean, detail text, count integer, "sumKey" text)
     ORDER BY "sumKey", id
     ON CONFLICT (sum_key) DO UPDATE SET until = greatest(security_event.until, excluded.until),
       count = security_event.count + excluded.count`,
    [JSON.stringify(events)],
  );

const EVENTS_AT_MOST = 1_000_000;
/** Rows deleted per round, since one statement must not take long. The next rounds delete the rest. */
const DELETED_AT_ONCE = 20_000;

/** Deletes events that are older than the settings allow, and those beyond the newest `atMost`. */
export const deleteOldEvents = (tx: Queryable, now: EpochMs, atMost = EVENTS_AT_MOST) =>
  tx.run(
    `DELETE FROM security_event WHERE id IN (
       SELECT id FROM security_event WHERE at < greatest(
         $1::timestamptz - (SELECT security_log_days FROM settings) * interval '1 day',
         (SELECT at FROM security_event ORDER BY at DESC OFFSET $2 LIMIT 1)
       ) ORDER BY at LIMIT ${DELETED_AT_ONCE}
     )`,
    [asTimestamp(now), atMost - 1],
  );
