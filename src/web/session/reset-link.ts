/**
 * The one-time token of a mailed link. It stands in the address's fragment, which no browser sends to
 * anybody, until it is used or left.
 */
import { forgetPlace, usePlace } from '#web/browser/navigation.ts';

const START = 'reset=';

export const useResetToken = (): string | null =>
  usePlace(({ path: [first = ''] }) => (first.startsWith(START) ? first.slice(START.length) : null));

/** Takes the token out of the address, and of this entry of the browser's history. */
export const leaveResetLink = forgetPlace;
