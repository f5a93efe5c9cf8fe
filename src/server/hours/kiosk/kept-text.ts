/** The text of a request that was made of kept presses, for those who decide. */
import { say } from '#texts/say';
import { KEPT_REASON_LABEL } from '#contract/kiosk/reasons';
import { NOTES_MAX } from '#contract/fields';
import type { Settings } from '#contract/records';
import { formatDate } from '#domain/time/format';
import type { EpochMs } from '#domain/time/units';
import { groupBy } from '#domain/report/groups';
import type { WaitingPress } from './kept-commands.ts';
import { PUNCH_LABEL, timeAt } from './answers.ts';

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
    return `${KEPT_REASON_LABEL[reason]} ${list.join(' ')}`;
  });
  const text = [...earlier, `${place}${groups.join(' ')}`].join(' ');
  return text.length > NOTES_MAX ? `${text.slice(0, NOTES_MAX - 1).trimEnd()}…` : text;
}
