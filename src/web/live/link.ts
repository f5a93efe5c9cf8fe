/** The state of the live link, as the banner tells it. */
import type { EpochMs } from '#domain/time';

export type Link =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  /** No connection since then. */
  | { readonly state: 'lost'; readonly since: EpochMs }
  /** Connected, but the server cannot read its own feed up to the present since then. */
  | { readonly state: 'behind'; readonly since: EpochMs };

/** The link is lost now: the age of a loss that lasts is kept. */
export const lostAt = (link: Link, now: EpochMs): Link =>
  link.state === 'lost' ? link : { state: 'lost', since: now };
