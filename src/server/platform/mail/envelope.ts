/** A mail for the transport: addresses are never parsed again. */
import { isEmailAddress } from '#contract/fields';
import type { EpochMs } from '#domain/time/units';
import type { Config } from '../../config.ts';
import { htmlText, plainText, type Letter } from './letters.ts';

export interface Address {
  readonly name: string;
  readonly address: string;
}

export interface Message {
  readonly from: Address;
  readonly to: Address;
  readonly subject: string;
  /** Parts made here: an encoding would break the link for those who read the mail in the outbox folder. */
  readonly text: { readonly raw: string };
  readonly html: { readonly raw: string };
  readonly date: Date;
  readonly messageId?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly xMailer: false;
  readonly disableFileAccess: true;
  readonly disableUrlAccess: true;
}

const part = (type: 'plain' | 'html', text: string): { raw: string } => ({
  raw: `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${text}`,
});

export function messageOf({
  from,
  name = 'Punctual',
  to,
  letter,
  at,
  once,
}: {
  from: string;
  name?: string;
  to: string;
  letter: Letter;
  at: EpochMs;
  /** The letter's own name, where no second one may be made. */
  once?: string | undefined;
}): Message {
  // The schemas refuse such an address; this is the last door before the head of a mail.
  if (!isEmailAddress(to)) throw new Error('This is no address for a mail.');
  return {
    from: { name, address: from },
    to: { name: '', address: to },
    subject: letter.subject,
    text: part('plain', plainText(letter)),
    html: part('html', htmlText(letter)),
    date: new Date(at),
    ...(once === undefined ? {} : { messageId: `<${once}@${from.split('@').at(-1)}>` }),
    // Nobody's holiday notice shall answer (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** MAIL_FROM, the mail server's account if it is an address, or an address of the public host. */
export function senderOf({
  mailFrom,
  smtpUrl,
  publicUrl,
}: Pick<Config, 'mailFrom' | 'smtpUrl' | 'publicUrl'>): string {
  if (mailFrom !== null) return mailFrom;
  const account = smtpUrl === null ? '' : new URL(smtpUrl).username.replace(/%40/g, '@');
  return isEmailAddress(account)
    ? account
    : `punctual@${publicUrl === null ? 'localhost' : new URL(publicUrl).hostname}`;
}
