/** Tells somebody by mail of a change that gives power over their account. */
import type { AfterAnswer } from '../async/deferred-work.ts';
import { accountChangedLetter, type AccountChange } from './letters.ts';
import type { Mailer } from './mailer.ts';

/**
 * Sends it once the request is answered; only where mails are sent, since a file on the server tells nobody.
 * @param addresses all that the account has or had
 */
export function tellOfAccountChange(
  { mailer, afterAnswer }: { readonly mailer: Mailer; readonly afterAnswer: AfterAnswer },
  change: AccountChange,
  addresses: readonly string[],
): void {
  if (mailer.by !== 'mail') return;
  for (const address of new Set(addresses))
    afterAnswer.add('A mail about a changed account', () =>
      mailer.send(address, accountChangedLetter(change)),
    );
}
