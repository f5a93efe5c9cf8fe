/**
 * A letter is the text of a mail. It contains no text that people typed, not even names, since anybody can have a mail
 * sent to any address. It is ASCII only, so that files in the outbox folder are readable.
 */
export interface Letter {
  readonly subject: string;
  /** A paragraph that is a URL becomes a link. */
  readonly paragraphs: readonly string[];
}

const letter = (subject: string, ...paragraphs: readonly string[]): Letter => ({
  subject,
  paragraphs: ['Hello,', ...paragraphs],
});

export const passwordResetLetter = (link: string, minutes: number): Letter =>
  letter(
    'Choose a new password for Punctual',
    'Somebody asked for a new password for your Punctual account. To choose one, open this link:',
    link,
    `It works once, within ${minutes} minutes. A newer link replaces it. Changing the password signs you out everywhere.`,
    'If this was not you, do nothing. Your password stays the same.',
  );

/** With HIDE_ACCOUNTS only the owner of an address learns that it has an account. */
export const alreadyRegisteredLetter = (address: string): Letter =>
  letter(
    'You already have a Punctual account',
    'Somebody tried to create a Punctual account with this email address. It already has an account, so nothing changed.',
    "If it was you, sign in, or use 'Forgot password?':",
    address,
    'If this was not you, do nothing.',
  );

/** @param since time of the clock-in in the workplace's zone, 'HH:mm' */
export const clockOutReminderLetter = (since: string, link: string | null): Letter =>
  letter(
    'Did you forget to clock out?',
    `You clocked in at ${since} and are still clocked in. Your shift is over.`,
    'If you are still at work, do nothing. If you have left, clock out, or say when you left:',
    ...(link === null ? [] : [link]),
    'Punctual never clocks anybody out by itself. You get this reminder once.',
  );

export const testLetter: Letter = letter(
  'A test email from Punctual',
  "This email was sent from Punctual's settings to check that emails arrive. They do.",
  'People who forget their password can now get a link by email.',
);

const ACCOUNT_CHANGE_TEXTS = {
  address:
    'An administrator changed the email address of your Punctual account. Sign in with the new one from now on. You were signed out everywhere.',
  password:
    'An administrator set a temporary password for your Punctual account. Your old one no longer works, and you were signed out everywhere.',
  'own-password': 'The password of your Punctual account was changed. All other sessions were signed out.',
  'factor-added': 'A second factor was added to your Punctual account.',
  'factor-removed': 'A second factor was removed from your Punctual account.',
  deactivated: 'An administrator deactivated your Punctual account. You were signed out everywhere.',
  reactivated: 'An administrator reactivated your Punctual account.',
  admin:
    'An administrator made you an administrator of Punctual. You were signed out everywhere. Sign in again as before.',
  employee:
    'An administrator made your Punctual account an employee account. You were signed out everywhere. Sign in again as before.',
  approved: 'An administrator approved your Punctual account. You can now sign in.',
  refused: 'An administrator declined your Punctual account. You cannot sign in with it.',
};
export type AccountChange = keyof typeof ACCOUNT_CHANGE_TEXTS;

/** Also sent to the former address, whose owner may notice a fraud. */
export const accountChangedLetter = (change: AccountChange): Letter =>
  letter(
    'Your Punctual account was changed',
    ACCOUNT_CHANGE_TEXTS[change],
    'If you did not expect this, ask an administrator at your workplace.',
  );

export const plainText = ({ paragraphs }: Letter): string => `${paragraphs.join('\r\n\r\n')}\r\n`;

export const htmlText = ({ subject, paragraphs }: Letter): string =>
  [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`,
    ...paragraphs.map((text) =>
      /^https?:\/\/\S+$/.test(text)
        ? `<p><a href="${escapeHtml(text)}">${escapeHtml(text)}</a></p>`
        : `<p>${escapeHtml(text)}</p>`,
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
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
