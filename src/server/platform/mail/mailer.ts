import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isEmailAddress } from '#contract/fields';
import type { EpochMs } from '#domain/time/units';
import type { Language } from '#texts/languages';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { codeOf, type Log } from '../log.ts';
import { withinLimit } from '../async/deadline.ts';
import { inLanguage } from '../language.ts';
import { htmlText, plainText, type Letter, accountChangedLetter, type AccountChange } from './letters.ts';
import type { DeferredWork } from '../async/background.ts';

export interface Mailer {
  readonly by: 'mail' | 'outbox';
  readonly host: string | null;
  readonly from: string;
  /**
   * @param letter written in the recipient's language, which is seldom the sender's
   * @param uniqueName file name in the outbox, written only once
   * @throws MailError if the mail was not accepted
   */
  send(to: string, letter: () => Letter, uniqueName?: string): Promise<void>;
}

interface MailSetting {
  /** The workplace's. */
  readonly name: string;
  /** The recipient's. */
  readonly language: Language;
}

/** Has no error code: otherwise an unreachable mail server would look like an unreachable database. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly reason: 'unreachable' | 'sign-in' | 'refused';

  constructor(cause: unknown) {
    super(`An email could not be sent: ${cause instanceof Error ? cause.message : 'unknown'}`);
    const code = codeOf(cause);
    this.reason =
      code === 'EAUTH' ? 'sign-in' : code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'unreachable';
  }
}

/** Milliseconds for the mail server; a person waits meanwhile. */
const SEND_LIMIT_MS = 12_000;

export function createMailer(
  config: Pick<Config, 'smtpUrl' | 'smtpRequireTls' | 'mailFrom' | 'publicUrl' | 'dataDir'>,
  clock: Clock,
  log: Log,
  settingOf: (address: string) => Promise<MailSetting> = async () => ({ name: '', language: 'en' }),
): Mailer {
  const { smtpUrl, smtpRequireTls, dataDir } = config;
  const from = senderOf(config);
  const deliver = async (message: Message, uniqueName?: string): Promise<void> => {
    if (smtpUrl !== null) return withinLimit(sendBySmtp(smtpUrl, smtpRequireTls, message), SEND_LIMIT_MS);
    const file = await writeToOutbox(dataDir, message, uniqueName);
    if (file !== null) log.info(`An email was not sent, since there is no SMTP_URL, but written to ${file}`);
  };
  return {
    by: smtpUrl === null ? 'outbox' : 'mail',
    host: smtpUrl === null ? null : new URL(smtpUrl).hostname,
    from,
    send: async (to, letter, uniqueName) => {
      try {
        const { name, language } = await settingOf(to);
        const sender = { name: senderName(name), address: from };
        const written = inLanguage(language, letter);
        await deliver(messageOf(sender, to, written, clock.now(), uniqueName), uniqueName);
      } catch (error) {
        throw new MailError(error);
      }
    },
  };
}

type Message = ReturnType<typeof messageOf>;

export function messageOf(
  from: { readonly name: string; readonly address: string },
  to: string,
  letter: Letter,
  at: EpochMs,
  uniqueName?: string,
) {
  // The schemas already refuse a malformed address. Check again before the address gets into a mail's header.
  if (!isEmailAddress(to)) throw new Error('This is no address for a mail.');
  return {
    from,
    to: { name: '', address: to },
    subject: letter.subject,
    text: mimePart('plain', plainText(letter)),
    html: mimePart('html', htmlText(letter)),
    date: new Date(at),
    ...(uniqueName === undefined ? {} : { messageId: `<${uniqueName}@${from.address.split('@').at(-1)}>` }),
    // Prevents automatic replies, such as holiday notices (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Neither quoted-printable nor base64, which would break the link for people who read the mail in the outbox folder. */
const mimePart = (type: 'plain' | 'html', text: string): { raw: string } => ({
  raw: `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${/^\p{ASCII}*$/u.test(text) ? '7bit' : '8bit'}\r\n\r\n${text}`,
});

/** Returns MAIL_FROM; without it the mail server's account, if that is an address; else `punctual@<our host>`. */
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

/** E.g. 'Acme (Punctual)'. A name that a person typed is safe here: nodemailer encodes names in the header. */
const senderName = (workplace: string): string => (workplace === '' ? 'Punctual' : `${workplace} (Punctual)`);

const SMTP_TIMES = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 8_000,
  dnsTimeout: 5_000,
} as const;

async function sendBySmtp(smtpUrl: string, requireTLS: boolean, message: Message): Promise<void> {
  // Loaded with the first mail: most starts of the server never send one.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: smtpUrl, requireTLS, ...SMTP_TIMES });
  try {
    await transport.sendMail(message);
  } finally {
    transport.close();
  }
}

/** @param uniqueName file name, written only once. @returns null if this file already exists */
async function writeToOutbox(dataDir: string, message: Message, uniqueName?: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer');
  const { message: text } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(message);
  const folder = path.join(dataDir, 'outbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = message.date.toISOString().replace(/[-:]|\.\d+/g, '');
  const name = `${at}-${randomBytes(4).toString('hex')}`;
  const file = path.join(folder, `${uniqueName ?? name}.eml`);
  // The mail is written under a hidden name, then linked: a crash leaves no half of it under its final name.
  const unfinished = path.join(folder, uniqueName === undefined ? `.${name}` : `.${uniqueName}-${name}`);
  if (uniqueName !== undefined)
    for (const left of await readdir(folder))
      if (left.startsWith(`.${uniqueName}-`)) await rm(path.join(folder, left), { force: true });
  try {
    await writeFile(unfinished, text, { mode: 0o600, flag: 'wx' });
    await link(unfinished, file);
    return file;
  } catch (error) {
    if (uniqueName !== undefined && codeOf(error) === 'EEXIST') return null;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Sends nothing without a mail server: nobody sees files in the outbox. @param addresses current and former ones */
export function mailAccountChange(
  { mailer, afterAnswer }: { readonly mailer: Mailer; readonly afterAnswer: DeferredWork },
  change: AccountChange,
  addresses: readonly string[],
): void {
  if (mailer.by !== 'mail') return;
  for (const address of new Set(addresses))
    afterAnswer.add('A mail about a changed account', () =>
      mailer.send(address, () => accountChangedLetter(change)),
    );
}
