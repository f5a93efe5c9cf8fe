/**
 * Sends the mails: by SMTP when there is a server for it, else into a folder whose files are named in the
 * log.
 */
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { withinLimit } from '../time-limit.ts';
import { messageOf, senderOf, type Message } from './envelope.ts';
import type { Letter } from './letters.ts';
import { writeToOutbox } from './outbox.ts';
import { sendBySmtp } from './smtp.ts';

export interface Mailer {
  /** Where mails go. */
  readonly by: 'mail' | 'outbox';
  /**
   * @param to one checked address
   * @throws MailError when the mail could not be handed over
   */
  send(to: string, letter: Letter): Promise<void>;
}

/** Carries no code of the connection's own: a mail server out of reach is not a database out of reach. */
export class MailError extends Error {
  override readonly name = 'MailError';
}

/** The whole way to the mail server; people wait for it. */
const SEND_LIMIT_MS = 12_000;

export function createMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>,
  clock: Clock,
  log: Log,
): Mailer {
  const { smtpUrl, dataDir } = config;
  const from = senderOf(config);
  const deliver = async (message: Message): Promise<void> => {
    if (smtpUrl !== null) return withinLimit(sendBySmtp(smtpUrl, message), SEND_LIMIT_MS);
    const file = await writeToOutbox(dataDir, message);
    log.info(`A mail was not sent, since there is no SMTP_URL, but written to ${file}`);
  };
  return {
    by: smtpUrl === null ? 'outbox' : 'mail',
    send: async (to, letter) => {
      try {
        await deliver(messageOf({ from, to, letter, at: clock.now() }));
      } catch (error) {
        throw new MailError(
          `A mail could not be handed over: ${error instanceof Error ? error.message : 'unknown'}`,
        );
      }
    },
  };
}
