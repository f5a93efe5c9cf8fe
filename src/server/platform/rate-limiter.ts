/** Counts events per key, such as an address, in memory. The number of keys is limited, so that memory never fills. */
import { isIP } from 'node:net';

/** This number of keys takes about 4 MB of memory per limiter. */
const KEYS_AT_MOST = 20_000;

export type Limiter = ReturnType<typeof createLimiter>;

interface LimiterOptions {
  readonly points: number;
  /** Length of a window, which begins with a key's first point. */
  readonly windowMs: number;
  readonly keysAtMost?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

export function createLimiter(options: LimiterOptions) {
  const { points, windowMs, keysAtMost = KEYS_AT_MOST, now = () => performance.now() } = options;
  /** Sorted by the last event of each key, oldest first. The first key is dropped when there are too many. */
  const counted = new Map<string, { readonly used: number; readonly endsAt: number }>();
  const current = (key: string) => {
    const found = counted.get(key);
    return found && found.endsAt > now() ? found : undefined;
  };
  /** Seconds until the key has a point again; 0 while it has one. Does not use a point. */
  const waitFor = (key: string): number => {
    const found = current(key);
    return found && found.used >= points ? Math.max(1, Math.ceil((found.endsAt - now()) / 1000)) : 0;
  };
  const set = (key: string, used: number, leftMs: number): void => {
    counted.delete(key);
    counted.set(key, { used, endsAt: now() + leftMs });
    for (const oldest of counted.keys()) {
      if (counted.size <= keysAtMost) break;
      counted.delete(oldest);
    }
  };
  const count = (key: string): void => {
    const found = current(key);
    set(key, (found?.used ?? 0) + 1, found ? found.endsAt - now() : windowMs);
  };
  return {
    waitFor,
    count,
    /** Sets the used points of a key, and the milliseconds until the key's window ends. */
    set,
    /** Uses a point, if one is left. @returns 0, or the seconds to wait if none is left */
    consume: (key: string): number => {
      const seconds = waitFor(key);
      if (seconds === 0) count(key);
      return seconds;
    },
  };
}

/** Network of an IP address. For IPv6 a /64 block, since one owner has all addresses of the block. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = '', after] = address.split('%', 1).join('').split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(before), groups(after ?? '')];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const network = [...first, ...zeros, ...last].slice(0, 4).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
