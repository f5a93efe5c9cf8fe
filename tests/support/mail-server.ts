/** A real SMTP server in this process, for tests that send mail. Keeps each mail exactly as it was received. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body. */
  readonly text: string;
}

export interface MailServer {
  /** Value for SMTP_URL. */
  readonly url: string;
  readonly mails: Mail[];
  /** Waits for the `count`-th mail and returns it. */
  mail(count: number): Promise<Mail>;
  /** Waits for a mail with a link to this recipient. Skips the first `since` mails and mails to others. */
  mailWithLink(to: string, since: number): Promise<Mail>;
  stop(): Promise<void>;
}

const PATIENCE_MS = 30_000;
const LINK = /^(\S+)\/#reset=([\w-]{43})\r$/m;

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const waitFor = async (find: () => Mail | undefined, what: string): Promise<Mail> => {
    for (let waited = 0; waited < PATIENCE_MS; waited += 20) {
      const mail = find();
      if (mail) return mail;
      await new Promise((resolve) => void setTimeout(resolve, 20));
    }
    throw new Error(`There were ${mails.length} mails after ${PATIENCE_MS} ms, and not ${what}.`);
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mail: (count) => waitFor(() => mails[count - 1], `${count}`),
    mailWithLink: (to, since) =>
      waitFor(
        () => mails.slice(since).find((mail) => mail.to.includes(to) && LINK.test(mail.text)),
        `one with a link to ${to}`,
      ),
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** Returns the one-time token of the link in a mail, and the address before it. */
export function linkIn(mail: Pick<Mail, 'text'>): { readonly address: string; readonly token: string } {
  const [, address = '', token = ''] = LINK.exec(mail.text) ?? [];
  if (token === '') throw new Error(`There is no link in this mail:\n${mail.text}`);
  return { address, token };
}
