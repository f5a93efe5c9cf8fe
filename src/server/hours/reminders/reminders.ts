/**
 * Reminds whoever is still clocked in so long after their shift, once: on their screens and by a letter. Each server
 * looks every minute; the database sees to it that one of them does it. Nobody is clocked out by it.
 */
import { reminderDueAt } from '#domain/entry/forgotten-clock-out';
import { formatTime } from '#domain/time/format';
import { MS_PER_HOUR, MS_PER_MINUTE } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';
import { calendarOf } from '../../workplace/calendars.ts';
import type { Context } from '../../context.ts';
import { forLog } from '../../platform/log.ts';
import { clockOutReminderLetter } from '../../platform/mail/letters.ts';
import { MailError } from '../../platform/mail/mailer.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { dropLetters, endLetter, remind, takeLetter, runningEntries, type RunningEntry } from './queries.ts';

export type Reminding = Pick<
  Context,
  'address' | 'clock' | 'config' | 'database' | 'log' | 'mailer' | 'wake'
>;

const LOOK_EVERY_MS = MS_PER_MINUTE;
/** What was due longer ago is told by the clock's question alone: no server was running then. */
const LATE_MS = 24 * MS_PER_HOUR;
/** No reminder is due longer after its clock-in. */
const LONGEST_MS = 48 * MS_PER_HOUR;

/** One round: all that are due by now are reminded, and all letters that wait are sent. */
export async function runReminders(reminding: Reminding): Promise<void> {
  const { clock, database, wake } = reminding;
  let isAnybody = false;
  for (const entry of await dueEntries(reminding))
    if (await remind(database, entry, clock.now())) isAnybody = true;
  if (isAnybody) wake();
  await sendLetters(reminding);
}

async function dueEntries({ clock, database }: Reminding): Promise<RunningEntry[]> {
  const now = clock.now();
  const settings = await readSettings(database.pool);
  const { reminderMinutes } = settings;
  const longest = now - reminderMinutes * MS_PER_MINUTE;
  const entries = await runningEntries(database.pool, longest - LONGEST_MS - LATE_MS, longest);
  const calendar = calendarOf(settings);
  return entries.filter((entry) => {
    const { day } = calendar.dayAt(entry.clockIn);
    const due = reminderDueAt(entry, {
      settings,
      reminderMinutes,
      days: calendar.days(day, addDays(day, 1)),
    });
    return due !== null && due <= now && due > now - LATE_MS;
  });
}

/**
 * Without a mail server they go to the outbox, each to a file of its own name, of which there is never a second one.
 * A mail server tells no second letter from the first: one that a server has gone away with is not sent again.
 */
async function sendLetters({ address, clock, config, database, log, mailer }: Reminding): Promise<void> {
  const { pool } = database;
  await dropLetters(pool, clock.now());
  for (;;) {
    const letter = await takeLetter(pool, clock.now(), mailer.by === 'outbox');
    if (letter === null) return;
    const { zones } = await readSettings(pool);
    try {
      const link = config.publicUrl === null ? null : address();
      await mailer.send(
        letter.email,
        clockOutReminderLetter(formatTime(letter.clockIn, zones), link),
        `reminder-${letter.entryId}`,
      );
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      await endLetter(pool, letter.entryId, 'waiting', clock.now());
      log.warn(`A reminder waits to be sent: ${forLog(error)}`);
      return;
    }
    await endLetter(pool, letter.entryId, 'sent', clock.now());
  }
}

/** A round every minute, and whenever `look` is called; `stop` resolves once the one under way is over. */
export function startReminders(reminding: Reminding): { look: () => void; stop: () => Promise<void> } {
  let round = Promise.resolve();
  let isStopping = false;
  const look = (): void => {
    round = round
      .then(() => (isStopping ? undefined : runReminders(reminding)))
      .catch((error: unknown) => void reminding.log.warn(`Reminders failed: ${forLog(error)}`));
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    look,
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await round;
    },
  };
}
