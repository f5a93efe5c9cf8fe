/** The text of a request that was made of kept presses, for those who decide. */
import { say, textTable } from '#texts/say';
import { NOTES_MAX } from '#contract/fields';
import type { Settings } from '#contract/records';
import type { KeptReason } from '#domain/kiosk/kept-press';
import { formatDate } from '#domain/time/format';
import type { EpochMs } from '#domain/time/units';
import { groupBy } from '#domain/report/groups';
import type { WaitingPress } from './kept-commands.ts';
import { PUNCH_LABEL, timeAt } from './answers.ts';

const REASONS: Readonly<Record<KeptReason, string>> = textTable({
  own_device: 'kiosks.reasonOwnDevice',
  revoked: 'kiosks.reasonRevoked',
  clock_unknown: 'kiosks.reasonClockUnknown',
  clock_changed: 'kiosks.reasonClockChanged',
  too_old: 'kiosks.reasonTooOld',
  heard_since: 'kiosks.reasonHeardSince',
  not_after_last: 'kiosks.reasonNotAfterLast',
  closed_period: 'kiosks.reasonClosedPeriod',
  does_not_fit: 'kiosks.reasonDoesNotFit',
  who_unknown: 'kiosks.reasonWhoUnknown',
  not_allowed: 'kiosks.reasonNotAllowed',
  requests_too_many: 'kiosks.reasonTooMany',
  no_request: 'kiosks.reasonNoRequest',
});

/** @param earlier texts of requests that this one replaces */
export function keptText(
  presses: readonly WaitingPress[],
  kiosk: string | null,
  earlier: readonly string[],
  { received, settings }: { readonly received: EpochMs; readonly settings: Settings },
): string {
  const place = kiosk === null ? '' : `${say('keptRequest.at', { kiosk })} `;
  const moment = (at: EpochMs): string => `${formatDate(at, settings.zones)} ${timeAt(at, settings)}`;
  const groups = [...groupBy(presses, ({ reason }) => reason)].map(([reason, ofReason]) => {
    const list = ofReason.map(({ punch, claimedAt }) =>
      say('keptRequest.press', {
        punch: PUNCH_LABEL[punch],
        claimed: moment(claimedAt),
        received: moment(received),
      }),
    );
    return `${REASONS[reason]} ${list.join(' ')}`;
  });
  const text = [...earlier, `${place}${groups.join(' ')}`].join(' ');
  return text.length > NOTES_MAX ? `${text.slice(0, NOTES_MAX - 1).trimEnd()}…` : text;
}
