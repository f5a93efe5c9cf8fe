import type { LiveEvent } from '#contract/monitoring/live';
import type { Session } from '../platform/http/caller.ts';
import { coalesce } from '../platform/async/coalesce.ts';
import type { Context } from '../platform/context.ts';
import { idleSessionCutoff } from '../people/credentials/tokens.ts';
import { isLetIn, assignedDaysOf, isLeadOn, leadsOf } from '../people/leads/queries.ts';
import type { FeedChange } from './changes.ts';
import { liveSessions } from './queries.ts';
import type { Stream } from './stream.ts';
import { ACCOUNT_EVENT_KINDS } from '#contract/people/employees';
import type { EpochMs } from '#domain/time/units';
import { calendarOf } from '../platform/calendars.ts';
import { readSettings } from '../workplace/settings/queries.ts';
import type { Queryable } from '../platform/database/connection.ts';

const PULSE_MS = 15_000;
const SESSION_CHECK_INTERVAL_MS = 1_000;

export const STREAM_LIMITS = {
  /** A further stream ends the account's oldest one. */
  perAccount: 24,
  /** For accounts that no admin added or approved: many of them together must not take all streams. */
  perUnapproved: 4,
  inTotal: 4_000,
  /** Part of `inTotal` that is reserved for admins. */
  forAdmins: 200,
  /** Maximum of bytes that can wait in one stream, without those in the operating system's buffer. */
  unread: 64 * 1024,
  unreadInTotal: 32 * 1024 * 1024,
};
export type StreamLimits = Readonly<typeof STREAM_LIMITS>;

/** Sends events to all open streams of this server, and limits the number of streams. */
export function createStreamHub(
  { config, database, clock }: Pick<Context, 'config' | 'database' | 'clock'>,
  limits: StreamLimits = STREAM_LIMITS,
) {
  const streams = new Set<Stream>();
  const opened = { employee: 0, admin: 0 };
  const announce = (event: LiveEvent): void => {
    for (const stream of streams) if (stream.hasBegun) stream.send(event);
    checkUnread();
  };

  /** True while a check for slow browsers is scheduled. It runs later: the operating system first takes some data. */
  let isChecking = false;
  let isClosed = false;
  const checkUnread = (): void => {
    if (isChecking) return;
    isChecking = true;
    setImmediate(() => {
      isChecking = false;
      cutSlowReaders();
    });
  };
  const cutSlowReaders = (): void => {
    const behind = [...streams]
      .map((stream) => ({ stream, unread: stream.unread }))
      .filter(({ unread }) => unread > 0)
      .toSorted((one, other) => other.unread - one.unread);
    let total = behind.reduce((sum, { unread }) => sum + unread, 0);
    for (const { stream, unread } of behind) {
      if (unread <= limits.unread && total <= limits.unreadInTotal) break;
      total -= unread;
      streams.delete(stream);
      stream.cut();
    }
  };

  /** Ends the streams of ended sessions: after deactivation, another role, signing out or expiry. */
  const checkSessions = async (): Promise<void> => {
    const checked = [...streams];
    if (checked.length === 0) return;
    const now = clock.now();
    const alive = await liveSessions(
      database.pool,
      [...new Set(checked.map(({ session }) => session.id))],
      now,
      idleSessionCutoff(now, config),
    );
    for (const stream of checked) {
      const { id, user } = stream.session;
      if (alive.has(`${id} ${user.role}`)) continue;
      stream.send({ type: 'signed-out' });
      stream.end();
      streams.delete(stream);
    }
  };
  // If the database is out of reach, the check fails and streams stay open. The next check comes within a second.
  const scheduleCheck = coalesce(() => checkSessions().catch(() => {}));
  const check = (): void => void scheduleCheck();

  /** Oldest first. */
  const streamsOf = (userId: string): Stream[] =>
    [...streams].filter(({ session }) => session.user.id === userId);
  const streamsOfMost = (): Stream[] => {
    const counts = new Map<string, number>();
    for (const { session } of streams) counts.set(session.user.id, (counts.get(session.user.id) ?? 0) + 1);
    const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
    return most ? streamsOf(most[0]) : [];
  };
  const cutOldest = ([oldest]: readonly Stream[]): void => {
    if (!oldest) return;
    streams.delete(oldest);
    oldest.cut();
  };

  const notifyLeads = async (changes: readonly FeedChange[]): Promise<void> => {
    const employees = [...streams].flatMap(({ session: { user } }) =>
      user.role === 'employee' ? user.id : [],
    );
    if (employees.length === 0) return;
    const leads = await leadsToNotify(database.pool, clock.now(), [...new Set(employees)], changes);
    for (const stream of streams)
      if (stream.hasBegun && leads.has(stream.session.user.id)) stream.send({ type: 'team' });
    checkUnread();
  };

  const pulseTimer = setInterval(() => announce({ type: 'pulse' }), PULSE_MS);
  const checkTimer = setInterval(check, SESSION_CHECK_INTERVAL_MS);

  /** Ends all streams. Browsers then reconnect with their cursor. */
  const endAll = (): void => {
    for (const stream of streams) stream.end();
    streams.clear();
  };

  return {
    /**
     * Ends the oldest stream of an account that has too many. If the server is full, ends the oldest stream of the
     * account with the most streams.
     * @returns false if the server stays full
     */
    makeRoomFor: async ({ user }: Session): Promise<boolean> => {
      const hasFew = streamsOf(user.id).length < limits.perUnapproved;
      const isTrusted = hasFew || user.role === 'admin' || (await isLetIn(database.pool, user.id));
      const own = streamsOf(user.id);
      if (own.length >= (isTrusted ? limits.perAccount : limits.perUnapproved)) cutOldest(own);
      const hasRoom = (): boolean =>
        streams.size < limits.inTotal - (user.role === 'admin' ? 0 : limits.forAdmins);
      if (hasRoom()) return true;
      const most = streamsOfMost();
      if (most.length > 1 || own.length > 0) cutOldest(most.length > own.length ? most : own);
      return hasRoom();
    },
    add: (stream: Stream): void => {
      if (isClosed) return stream.end();
      streams.add(stream);
      opened[stream.session.user.role] += 1;
    },
    remove: (stream: Stream): void => void streams.delete(stream),
    hasListeners: (): boolean => streams.size > 0,
    /** Streams by role: open now, and opened so far. */
    count: () => {
      const open = { employee: 0, admin: 0 };
      for (const { session } of streams) open[session.user.role] += 1;
      return { open, opened };
    },
    /** @param changes in order, each once */
    publish: (changes: readonly FeedChange[]): void => {
      if (changes.some(({ kind }) => ENDS_SESSIONS.has(kind))) check();
      let whole: Buffer | undefined;
      const forAdmins = (): Buffer => (whole ??= Buffer.from(changes.map((one) => one.forAdmins).join('')));
      for (const stream of streams) stream.deliver(changes, forAdmins);
      // If the database fails, team leads get no notice, but their screens reload by themselves later.
      void notifyLeads(changes).catch(() => {});
      checkUnread();
    },
    announce,
    /** Cuts streams of slow browsers. Call this after sending to a stream without `publish` or `announce`. */
    checkUnread,
    checkSessions: check,
    endAll,
    close: (): void => {
      isClosed = true;
      clearInterval(pulseTimer);
      clearInterval(checkTimer);
      endAll();
    },
  };
}

const ENDS_SESSIONS: ReadonlySet<string> = new Set([
  'employee_updated',
  'employee_deactivated',
  'password_changed',
]);

/** Kinds of changes that can move people into or out of a team lead's scope, so all team leads get a notice. */
const SCOPE_CHANGES: ReadonlySet<string> = new Set([...ACCOUNT_EVENT_KINDS, 'studios_updated']);

/** Returns the team leads of the changed people. Does not cache assignments, so that an assignment ends at once. */
export async function leadsToNotify(
  tx: Queryable,
  now: EpochMs,
  accounts: readonly string[],
  changes: readonly Pick<FeedChange, 'kind' | 'userId'>[],
): Promise<ReadonlySet<string>> {
  const assignments = await assignedDaysOf(tx, accounts);
  if (assignments.length === 0) return new Set();
  const { day } = calendarOf(await readSettings(tx)).dayAt(now);
  const leads = idsOf(assignments.filter((one) => isLeadOn([one], day)));
  if (changes.some(({ kind }) => SCOPE_CHANGES.has(kind))) return leads;
  const changed = new Set(changes.flatMap(({ userId }) => userId ?? []));
  return idsOf(await leadsOf(tx, [...leads], [...changed], day));
}

const idsOf = (rows: readonly { readonly id: string }[]): ReadonlySet<string> =>
  new Set(rows.map(({ id }) => id));
