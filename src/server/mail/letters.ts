/**
 * The mails, in words. Nothing that somebody typed stands in them, not even a name: anybody can ask for a
 * mail to anybody's address, and must not be able to write it. All of it is ASCII, so that it can be read as
 * it is in the outbox folder too.
 */
export interface Letter {
  readonly subject: string;
  /** The paragraphs; one that is an address of ours becomes a link. */
  readonly paragraphs: readonly string[];
}

/** @param link opens the product with a one-time token, valid for `minutes` */
export const passwordResetLetter = (link: string, minutes: number): Letter => ({
  subject: 'Choose a new password for Punctual',
  paragraphs: [
    'Hello,',
    'somebody requested a new password for your Punctual account. To choose one, open this link:',
    link,
    `It works once, within ${minutes} minutes, and a newer link takes its place. When the password is changed, you are signed out everywhere.`,
    'If this was not you, there is nothing to do: your password stays as it is.',
  ],
});

/**
 * With HIDE_ACCOUNTS a registration is answered alike for an address that has an account; only its owner is
 * told, here.
 */
export const alreadyRegisteredLetter = (address: string): Letter => ({
  subject: 'You already have a Punctual account',
  paragraphs: [
    'Hello,',
    'somebody tried to register at Punctual with this e-mail address, which already has an account. Nothing was changed.',
    "If it was you, sign in with your password, or use 'Forgot password?' there:",
    address,
    'If this was not you, there is nothing to do.',
  ],
});

/**
 * To who is still clocked in long after the shift.
 * @param since 'HH:mm' of the workplace
 * @param link where the product is reached; null where that is not known
 */
export const clockOutReminderLetter = (since: string, link: string | null): Letter => ({
  subject: 'Did you forget to clock out?',
  paragraphs: [
    'Hello,',
    `you clocked in at ${since} and are clocked in still, though your shift is over.`,
    'If you are at work, there is nothing to do. If you have left, clock out now, or say when you left at your next visit:',
    ...(link === null ? [] : [link]),
    'Nobody is clocked out by Punctual itself, and you are reminded once.',
  ],
});

/** To whoever asked for it, from the settings. */
export const testLetter: Letter = {
  subject: 'A test mail from Punctual',
  paragraphs: [
    'Hello,',
    'this mail was sent from the settings of Punctual to see whether mails arrive. They do.',
    'From now on people can ask for a link by mail when they have forgotten their password.',
  ],
};

export type AccountChange =
  | 'approved'
  | 'refused'
  | 'address'
  | 'password'
  | 'deactivated'
  | 'reactivated'
  | 'admin'
  | 'employee';

const CHANGED: Readonly<Record<AccountChange, string>> = {
  address:
    'an administrator changed the e-mail address of your Punctual account. From now on you sign in with the new one. You were signed out everywhere.',
  password:
    'an administrator set a temporary password for your Punctual account. Your old one no longer works, and you were signed out everywhere.',
  deactivated: 'an administrator deactivated your Punctual account. You were signed out everywhere.',
  reactivated: 'an administrator reactivated your Punctual account.',
  admin:
    'an administrator made you an administrator of Punctual, too. You were signed out everywhere; sign in again as you did before.',
  employee:
    'an administrator made your Punctual account an employee account. You were signed out everywhere; sign in again as you did before.',
  approved: 'an administrator approved your Punctual account. You can sign in now.',
  refused: 'an administrator did not approve your Punctual account. You cannot sign in with it.',
};

/** It goes to the former address too, whose reader may be the only one to find it strange. */
export const accountChangedLetter = (change: AccountChange): Letter => ({
  subject: 'Your Punctual account was changed',
  paragraphs: ['Hello,', CHANGED[change], 'If you do not know why, ask an administrator at your workplace.'],
});

export const plainText = ({ paragraphs }: Letter): string => `${paragraphs.join('\r\n\r\n')}\r\n`;

export const htmlText = ({ subject, paragraphs }: Letter): string =>
  [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body>`,
    ...paragraphs.map((text) =>
      /^https?:\/\/\S+$/.test(text)
        ? `<p><a href="${escaped(text)}">${escaped(text)}</a></p>`
        : `<p>${escaped(text)}</p>`,
    ),
    '</body></html>',
    '',
  ].join('\r\n');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
