/** How a kiosk names people: all in a list, by a search from two letters, or not at all. */
export const KIOSK_NAMES = ['list', 'search', 'hidden'] as const;

/** Options of a new kiosk. */
export const KIOSK_DEFAULTS = {
  names: 'search' as (typeof KIOSK_NAMES)[number],
  /** A badge needs the PIN too. */
  badgeNeedsPin: false,
  /** The badge of somebody who is in clocks them out, without asking. */
  badgeClocksOut: false,
  showsLateness: false,
  hasSound: false,
  /** Seconds that a confirmation stands, 2 to 10. */
  confirmSeconds: 3,
};
export type KioskOptions = typeof KIOSK_DEFAULTS;
