/**
 * Without a mail server: mails as files, for whoever runs the server to pass on. They are as secret as their
 * links.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Message } from './envelope.ts';

/** @returns the file */
export async function writeToOutbox(dataDir: string, message: Message): Promise<string> {
  const { createTransport } = await import('nodemailer');
  const { message: text } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail(message);
  const folder = path.join(dataDir, 'outbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = message.date.toISOString().replace(/[-:]|\.\d+/g, '');
  const file = path.join(folder, `${at}-${randomBytes(4).toString('hex')}.eml`);
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  return file;
}
