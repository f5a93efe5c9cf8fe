import { formatDuration, MS_PER_MINUTE, type EpochMs } from '#domain/time';
import type { Link } from '../live/link.ts';

/** A link that comes back within this is not worth a word. */
const PATIENCE_MS = 3000;
const STEP_MS = 5000;

/** 'Connection lost 40 s ago', in steps that can be read calmly; null while all is well. */
export function linkMessage(link: Link, now: EpochMs): string | null {
  if (link.state !== 'lost' && link.state !== 'behind') return null;
  const age = now - link.since;
  if (age < PATIENCE_MS) return null;
  const seconds = Math.max(PATIENCE_MS, Math.floor(age / STEP_MS) * STEP_MS) / 1000;
  const long = age < MS_PER_MINUTE ? `${seconds} s` : formatDuration(age / MS_PER_MINUTE);
  return link.state === 'lost' ? `Connection lost ${long} ago` : `Live updates are ${long} behind`;
}
