import type { DeferredWork } from '../async/deferred-work.ts';
import { accountChangedLetter, type AccountChange } from './letters.ts';
import type { Mailer } from './mailer.ts';

/** Sends nothing without a mail server: nobody sees files in the outbox. @param addresses current and former ones */
export function mailAccountChange(
  { mailer, afterAnswer }: { readonly mailer: Mailer; readonly afterAnswer: DeferredWork },
  change: AccountChange,
  addresses: readonly string[],
): void {
  if (mailer.by !== 'mail') return;
  for (const address of new Set(addresses))
    afterAnswer.add('A mail about a changed account', () =>
      mailer.send(address, accountChangedLetter(change)),
    );
}
