/** Records security events after the HTTP response ([why](../../../../docs/decisions/055-security-log.md)). */
import { securityKindOf, type SecurityKind } from '#contract/security/kinds';
import { type EpochMs, MS_PER_HOUR } from '#domain/time/units';
import { coalesce } from '../async/coalesce.ts';
import { withoutDeadline } from '../async/deadline.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { asTimestamp } from '../database/wire-types.ts';
import { toLogText, type Log } from '../log.ts';
import { orderedId } from '../ordered-id.ts';
import { accountsByEmail, saveEvents } from './commands.ts';

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

export interface SavedEvent extends Required<Omit<SecurityEvent, 'email'>> {
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
