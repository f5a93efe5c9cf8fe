/** Rate limits over all servers of a database. Each server remembers reached limits, so they cost no more queries. */
import { createHash } from 'node:crypto';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import { systemClock } from '../clock.ts';
import { createLimiter } from '../rate-limiter.ts';
import type { Queryable } from './connection.ts';

export type SharedLimiter = ReturnType<ReturnType<typeof createSharedLimiters>>;

interface SharedLimiterOptions {
  /** Unique per limit. All servers count together under this name. */
  readonly name: string;
  readonly points: number;
  /** Length of a window, which begins with a key's first point. */
  readonly windowMs: number;
}

/** Addresses and emails are stored only as hashes. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

interface Count {
  readonly key: string;
  readonly points: number;
  readonly expire: EpochMs;
}

/** Returns a function that reads a key's count. Calls in the same turn of the event loop share one query. */
function createReader(pool: Queryable): (key: string) => Promise<Count | undefined> {
  let next: { readonly keys: string[]; readonly found: Promise<Count[]> } | undefined;
  const read = (keys: readonly string[]): Promise<Count[]> => {
    next = undefined;
    const text = 'SELECT key, points, expire FROM rate_limit WHERE key = ANY ($1)';
    return pool.run<Count>(text, [keys]);
  };
  return async (key) => {
    if (!next) {
      const keys: string[] = [];
      next = { keys, found: Promise.resolve(keys).then(read) };
    }
    next.keys.push(key);
    return (await next.found).find((count) => count.key === key);
  };
}

export function createSharedLimiters(pool: Queryable) {
  const read = createReader(pool);
  return (options: SharedLimiterOptions) => createSharedLimiter(pool, read, options);
}

function createSharedLimiter(
  pool: Queryable,
  read: ReturnType<typeof createReader>,
  { name, points, windowMs }: SharedLimiterOptions,
) {
  const store = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    // The store must not do this itself: migration 043 creates the table, and housekeeping deletes expired rows.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: windowMs / 1000,
  });
  /** This server's copy of the counts. While the database does not answer, the server counts only here. */
  const memory = createLimiter({ points, windowMs });
  const learn = (
    key: string,
    { consumedPoints, msBeforeNext }: Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>,
  ): void => memory.set(key, consumedPoints, msBeforeNext);
  return {
    /** Seconds until the key has a point again, as far as this server knows; 0 while it has one. */
    knownWaitFor: memory.waitFor,
    /** Seconds until the key has a point again, counted over all servers; 0 while it has one. Uses no point. */
    waitFor: async (key: string): Promise<number> => {
      if (memory.waitFor(key) > 0) return memory.waitFor(key);
      const found = await read(store.getKey(hashOf(key))).catch(() => undefined);
      const msBeforeNext = (found?.expire ?? 0) - systemClock.now();
      if (found && msBeforeNext > 0) learn(key, { consumedPoints: found.points, msBeforeNext });
      return memory.waitFor(key);
    },
    /** Uses a point, if one is left. @returns 0, or the seconds to wait if none is left */
    consume: async (key: string): Promise<number> => {
      if (memory.waitFor(key) > 0) return memory.waitFor(key);
      try {
        const counted = await store.penalty(hashOf(key));
        learn(key, counted);
        return counted.consumedPoints > points ? memory.waitFor(key) : 0;
      } catch {
        return memory.consume(key);
      }
    },
  };
}

export const sharedHourlyLimit = (pool: Queryable, name: string, points: number): SharedLimiter =>
  createSharedLimiters(pool)({ name, points, windowMs: MS_PER_HOUR });

export async function deleteExpiredLimits(pool: Queryable, now: EpochMs): Promise<void> {
  await pool.run('DELETE FROM rate_limit WHERE expire <= $1', [now]);
}
