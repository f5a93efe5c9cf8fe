/** Without schemas, so that browsers can load it. */
import { textTable } from '#texts/say';

/** Why a kept press is no punch. All but the last four become requests where one is allowed. */
export const KEPT_REASON_LABEL = textTable({
  own_device: 'kiosks.reasonOwnDevice',
  revoked: 'kiosks.reasonRevoked',
  clock_unknown: 'kiosks.reasonClockUnknown',
  clock_changed: 'kiosks.reasonClockChanged',
  too_old: 'kiosks.reasonTooOld',
  heard_since: 'kiosks.reasonHeardSince',
  not_after_last: 'kiosks.reasonNotAfterLast',
  badge_newer: 'kiosks.reasonBadgeNewer',
  closed_period: 'kiosks.reasonClosedPeriod',
  does_not_fit: 'kiosks.reasonDoesNotFit',
  who_unknown: 'kiosks.reasonWhoUnknown',
  not_allowed: 'kiosks.reasonNotAllowed',
  requests_too_many: 'kiosks.reasonTooMany',
  no_request: 'kiosks.reasonNoRequest',
});
export type KeptReason = keyof typeof KEPT_REASON_LABEL;
