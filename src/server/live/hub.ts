/**
 * All streams of this server: hands them the feed, keeps them alive, and cuts those whose session has ended.
 */
import type { LiveEvent } from '#contract/live';
import type { Session } from '../http/session.ts';
import type { Clock } from '../clock.ts';
import { coalesce } from '../coalesce.ts';
import type { Database } from '../database/pool.ts';
import type { Change } from './changes.ts';
import { liveSessions } from './queries.ts';
import type { Stream } from './stream.ts';

/**
 * Changes within this time travel together: a rush of punches is some writes a second for each reader, not
 * hundreds.
 */
const BATCH_MS = 50;
const PULSE_MS = 15_000;
const CHECK_MS = 1_000;

export interface StreamLimits {
  readonly perSession: number;
  readonly inTotal: number;
}
export const STREAM_LIMITS: StreamLimits = { perSession: 12, inTotal: 4_000 };

export interface Hub {
  hasRoomFor(session: Session): boolean;
  add(stream: Stream): void;
  remove(stream: Stream): void;
  publish(changes: readonly Change[]): void;
  announce(event: LiveEvent): void;
  checkSessions(): void;
  close(): void;
}

export function createHub(database: Database, clock: Clock, limits: StreamLimits = STREAM_LIMITS): Hub {
  const streams = new Set<Stream>();
  let pending: Change[] = [];
  let batchTimer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    batchTimer = undefined;
    if (pending.length === 0) return;
    const changes = pending;
    pending = [];
    for (const stream of streams) stream.deliver(changes);
    batchTimer = setTimeout(flush, BATCH_MS);
  };
  const announce = (event: LiveEvent): void => {
    for (const stream of streams) stream.send(event);
  };

  /**
   * Deactivation, a changed role, signing out elsewhere, expiry: whatever ended the session, the stream ends
   * with it.
   */
  const checkSessions = async (): Promise<void> => {
    const asked = [...streams];
    if (asked.length === 0) return;
    const alive = await liveSessions(
      database.pool,
      [...new Set(asked.map(({ session }) => session.id))],
      clock.now(),
    );
    for (const stream of asked) {
      const { id, user } = stream.session;
      if (alive.has(`${id} ${user.role}`)) continue;
      stream.send({ type: 'signed-out' });
      stream.end();
      streams.delete(stream);
    }
  };
  // A database out of reach ends nobody's stream; the next look comes within a second.
  const checkOn = coalesce(() => checkSessions().catch(() => {}));
  const check = (): void => void checkOn();

  const pulse = setInterval(() => announce({ type: 'pulse' }), PULSE_MS);
  const regularly = setInterval(check, CHECK_MS);

  return {
    hasRoomFor: ({ id }) => {
      if (streams.size >= limits.inTotal) return false;
      let own = 0;
      for (const { session } of streams) if (session.id === id) own += 1;
      return own < limits.perSession;
    },
    add: (stream) => void streams.add(stream),
    remove: (stream) => void streams.delete(stream),
    publish: (changes) => {
      pending.push(...changes);
      if (changes.some(({ kind }) => ENDS_SESSIONS.has(kind))) check();
      if (batchTimer === undefined) flush();
    },
    announce,
    checkSessions: check,
    close: () => {
      clearInterval(pulse);
      clearInterval(regularly);
      clearTimeout(batchTimer);
      for (const stream of streams) stream.end();
      streams.clear();
    },
  };
}

const ENDS_SESSIONS: ReadonlySet<string> = new Set([
  'employee_updated',
  'employee_deactivated',
  'password_changed',
]);
