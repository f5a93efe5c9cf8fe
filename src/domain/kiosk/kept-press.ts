/** Decides whether a press that a device kept without a network counts as a punch at the time that the device claims. */
import { MS_PER_HOUR, MS_PER_MINUTE, type EpochMs } from '../time/units.ts';

/** Times of a press as the device states them. */
export interface KeptClaim {
  readonly claimedAt: EpochMs;
  /** The server's clock less the device's, at the last answer before the press. */
  readonly offsetMs: number | null;
  /** The server's time of that answer, and milliseconds since then of a clock that never jumps. */
  readonly answeredAt: EpochMs | null;
  readonly steadyMs: number | null;
}

/** Names the press for which its person is sealed. */
export const pressText = (press: {
  readonly requestId: string;
  readonly punch: string;
  readonly at: string;
}): string => `${press.requestId} ${press.punch} ${press.at}`;

export interface KeptCircumstances {
  readonly now: EpochMs;
  /** The device's time when it sends the press. */
  readonly deviceNow: EpochMs;
  readonly isRevoked: boolean;
  /** When the server last heard of the kiosk while it kept nothing. */
  readonly heardAt: EpochMs | null;
  /** The person's last punch. */
  readonly lastPunchAt: EpochMs | null;
}

/** A device's clock may differ by this, and a jump of it by less is not seen. */
const CLOCK_ALLOWED_MS = 2 * MS_PER_MINUTE;
/** Presses that a device sends in one request. */
export const KEPT_AT_ONCE = 50;
export const KEPT_AT_MOST_MS = 72 * MS_PER_HOUR;
/** A kiosk may lose its network within this of its last contact. */
const HEARD_ALLOWED_MS = MS_PER_MINUTE;

/** Returns why the press becomes a request; null: it counts as a punch, if it also fits the state and the period is open. */
export function judgeKeptPress(
  { claimedAt, offsetMs, answeredAt, steadyMs }: KeptClaim,
  { now, deviceNow, isRevoked, heardAt, lastPunchAt }: KeptCircumstances,
) {
  const isFar = (one: EpochMs, other: EpochMs): boolean => Math.abs(one - other) > CLOCK_ALLOWED_MS;
  if (isRevoked) return 'revoked';
  if (offsetMs === null || Math.abs(offsetMs) > CLOCK_ALLOWED_MS) return 'clock_unknown';
  const isJumped = answeredAt !== null && steadyMs !== null && isFar(answeredAt + steadyMs, claimedAt);
  if (isJumped || isFar(deviceNow + offsetMs, now) || claimedAt > now + CLOCK_ALLOWED_MS)
    return 'clock_changed';
  if (now - claimedAt > KEPT_AT_MOST_MS) return 'too_old';
  // Else a stolen token could write the hours of three days.
  if (heardAt !== null && heardAt > claimedAt + HEARD_ALLOWED_MS) return 'heard_since';
  return lastPunchAt !== null && claimedAt <= lastPunchAt ? 'not_after_last' : null;
}
