/** Hands a mail to the mail server of SMTP_URL. */
import type { Message } from './envelope.ts';

const TIMES = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 8_000,
  dnsTimeout: 5_000,
} as const;

/** @throws Error when the mail server is out of reach or refuses */
export async function sendBySmtp(smtpUrl: string, message: Message): Promise<void> {
  // Loaded with the first mail: most starts of the server never send one.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: smtpUrl, ...TIMES });
  try {
    await transport.sendMail(message);
  } finally {
    transport.close();
  }
}
