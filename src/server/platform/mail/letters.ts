import type { Language } from '#texts/languages';
import { languageOfReader, say, type PlainKey } from '#texts/say';

/**
 * A letter is the text of a mail. It contains no text that people typed, not even names, since anybody can have a mail
 * sent to any address. English letters are ASCII
 * only, so that files in the outbox folder are readable.
 */
export interface Letter {
  readonly language: Language;
  readonly subject: string;
  /** A paragraph that is a URL becomes a link. */
  readonly paragraphs: readonly string[];
}

const letter = (subject: string, ...paragraphs: readonly string[]): Letter => ({
  language: languageOfReader(),
  subject,
  paragraphs: [say('letter.hello'), ...paragraphs],
});

export const passwordResetLetter = (link: string, minutes: number): Letter =>
  letter(
    say('letter.resetSubject'),
    say('letter.reset'),
    link,
    say('letter.resetValidity', { minutes }),
    say('letter.resetIgnore'),
  );

/** With HIDE_ACCOUNTS only the owner of an address learns that it has an account. */
export const alreadyRegisteredLetter = (address: string): Letter =>
  letter(
    say('letter.registeredSubject'),
    say('letter.registered'),
    say('letter.registeredSignIn'),
    address,
    say('letter.registeredIgnore'),
  );

/** @param since time of the clock-in in the workplace's zone, 'HH:mm' */
export const clockOutReminderLetter = (since: string, link: string | null): Letter =>
  letter(
    say('letter.reminderSubject'),
    say('letter.reminder', { since }),
    say('letter.reminderHowTo'),
    ...(link === null ? [] : [link]),
    say('letter.reminderOnce'),
  );

export const testLetter = (): Letter =>
  letter(say('letter.testSubject'), say('letter.test'), say('letter.testReset'));

const ACCOUNT_CHANGE_TEXTS = {
  address: 'letter.addressChanged',
  password: 'letter.passwordSet',
  'own-password': 'letter.passwordChanged',
  'factor-added': 'letter.factorAdded',
  'factor-removed': 'letter.factorRemoved',
  deactivated: 'letter.deactivated',
  reactivated: 'letter.reactivated',
  admin: 'letter.madeAdmin',
  employee: 'letter.madeEmployee',
  approved: 'letter.approved',
  refused: 'letter.refused',
  badge: 'letter.badgeChanged',
  pin: 'letter.pinChanged',
} as const satisfies Record<string, PlainKey>;
export type AccountChange = keyof typeof ACCOUNT_CHANGE_TEXTS;

/** Also sent to the former address, whose owner may notice a fraud. */
export const accountChangedLetter = (change: AccountChange): Letter =>
  letter(say('letter.changedSubject'), say(ACCOUNT_CHANGE_TEXTS[change]), say('letter.changedUnexpected'));

export const plainText = ({ paragraphs }: Letter): string => `${paragraphs.join('\r\n\r\n')}\r\n`;

export const htmlText = ({ language, subject, paragraphs }: Letter): string =>
  [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`,
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
