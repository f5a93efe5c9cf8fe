/** Notes what an IT department asks for, after the answer ([why](../../../../docs/decisions/055-security-log.md)). */
import { definitionOf, type SecurityKind } from '#contract/security';
import { type EpochMs, MS_PER_HOUR } from '#domain/time/units';
import { coalesce } from '../async/coalesce.ts';
import { withoutDeadline } from '../async/deadline.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { forLog, type Log } from '../log.ts';
import { orderedId } from '../ordered-id.ts';
import { accountsByEmail, saveEvents, type SavedEvent } from './commands.ts';

export interface SecurityEvent {
  readonly kind: SecurityKind;
  /** Whose account it is about; null if nobody's. */
  readonly userId?: string | null;
  /** Instead of `userId`: it is looked up after the answer. Never stored. */
  readonly email?: string;
  /** Who did it, if not the person. */
  readonly actor?: string | null;
  /** Both by `networkAndDevice`. */
  readonly network?: string;
  readonly device?: string;
  /** Whether the account had signed in with this browser before. */
  readonly isKnown?: boolean | null;
  /** Words for people. */
  readonly detail?: string;
}

export interface SecurityLog {
  /** Written within moments; lost if the process is killed before. Never fails. */
  note(event: SecurityEvent): void;
  /** Resolves when everything noted so far is written, or given up. */
  written(): Promise<void>;
}

type Noted = SecurityEvent & { readonly at: EpochMs };

const GATHER_MS = 50;
const WAITING_AT_MOST = 10_000;
/** Networks an hour with a row of their own, so that strangers with many addresses push nothing out. */
const NETWORKS_AT_MOST = 200;
const OTHER_NETWORKS = 'Other networks';

export function createSecurityLog({
  database,
  clock,
  log,
}: {
  readonly database: Pick<Database, 'pool'>;
  readonly clock: Clock;
  readonly log: Log;
}): SecurityLog {
  const networks = createNetworks();
  let waiting: Noted[] = [];
  let lost = 0;
  let last = Promise.resolve();
  const write = coalesce(async () => {
    const batch = waiting;
    waiting = [];
    try {
      const emails = batch.flatMap(({ email }) => email ?? []);
      const accounts = await accountsByEmail(database.pool, emails);
      await saveEvents(database.pool, addedUp(batch, accounts, networks));
    } catch (error) {
      lost += batch.length;
      log.warn(`The security log could not be written: ${forLog(error)}`);
    }
    if (lost > 0) log.warn(`The security log has lost ${lost} events.`);
    lost = 0;
  }, GATHER_MS);
  return {
    note: (event) => {
      if (waiting.length < WAITING_AT_MOST) waiting.push({ ...event, at: clock.now() });
      else lost += 1;
      last = withoutDeadline(write);
    },
    written: () => last,
  };
}

type Networks = ReturnType<typeof createNetworks>;

function createNetworks() {
  let known = new Set<string>();
  let hour = 0;
  return (network: string, of: number): string => {
    if (of !== hour) [known, hour] = [new Set(), of];
    if (!known.has(network) && known.size >= NETWORKS_AT_MOST) return OTHER_NETWORKS;
    known.add(network);
    return network;
  };
}

function addedUp(
  batch: readonly Noted[],
  accounts: ReadonlyMap<string, string>,
  networks: Networks,
): SavedEvent[] {
  const rows = new Map<string, SavedEvent>();
  for (const noted of batch) {
    const row = rowOf(noted, accounts, networks);
    const key = row.sumKey ?? row.id;
    const known = rows.get(key);
    rows.set(key, known ? { ...known, until: row.until, count: known.count + 1 } : row);
  }
  return [...rows.values()];
}

function rowOf(
  { at, kind, email = '', ...noted }: Noted,
  accounts: ReadonlyMap<string, string>,
  networks: Networks,
): SavedEvent {
  const { userId = accounts.get(email) ?? null } = noted;
  const hour = Math.floor(at / MS_PER_HOUR);
  const { actor = null, detail = '', network = '', device = '', isKnown = null } = noted;
  const seen =
    userId === null
      ? { network: networks(network, hour), device: '', isKnown: null }
      : { network, device, isKnown };
  const { addUp } = definitionOf(kind);
  const place = addUp === 'network' ? Object.values(seen) : [];
  const sumKey = addUp ? JSON.stringify([hour, kind, userId, detail, ...place]) : null;
  return {
    id: orderedId(at),
    at,
    until: at,
    kind,
    userId,
    actor,
    ...seen,
    detail,
    count: 1,
    sumKey,
  };
}
