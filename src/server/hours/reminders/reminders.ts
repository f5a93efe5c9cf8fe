/** Reminds people once if they are clocked in long after their shift. The database lets only one server send. */
import { reminderDueAt } from '#domain/entry/forgotten-clock-out';
import { formatTime } from '#domain/time/format';
import { MS_PER_HOUR, MS_PER_MINUTE } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';
import { plannedDays } from '#domain/expected/schedules';
import { calendarOf } from '../../platform/calendars.ts';
import type { Context } from '../../platform/context.ts';
import { toLogText } from '../../platform/log.ts';
import { clockOutReminderLetter } from '../../platform/mail/letters.ts';
import { repeat, type RepeatedJob } from '../../platform/async/background.ts';
import { MailError } from '../../platform/mail/mailer.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import {
  cancelOutdatedReminderMails,
  saveReminderMailState,
  saveReminder,
  claimReminderMail,
  runningUnremindedEntries,
  type RunningEntry,
} from './queries.ts';
import { personalPlansOf } from '../../workplace/expected/queries.ts';

export type ReminderContext = Pick<
  Context,
  'address' | 'clock' | 'config' | 'database' | 'log' | 'mailer' | 'wake'
>;

/** Older reminders are skipped: no server ran when they were due. The clock screen asks these people when they left. */
const REMINDER_AGE_MAX_MS = 24 * MS_PER_HOUR;
const LONGEST_SHIFT_MS = 48 * MS_PER_HOUR;

export async function runReminders(reminding: ReminderContext): Promise<void> {
  const { clock, database, wake } = reminding;
  let wasAnybodyReminded = false;
  for (const entry of await dueEntries(reminding))
    if (await saveReminder(database, entry, clock.now())) wasAnybodyReminded = true;
  if (wasAnybodyReminded) wake();
  await sendReminderMails(reminding);
}

async function dueEntries({ clock, database }: ReminderContext): Promise<RunningEntry[]> {
  const now = clock.now();
  const settings = await readSettings(database.pool);
  const { reminderMinutes } = settings;
  const latestClockIn = now - reminderMinutes * MS_PER_MINUTE;
  const entries = await runningUnremindedEntries(
    database.pool,
    latestClockIn - LONGEST_SHIFT_MS - REMINDER_AGE_MAX_MS,
    latestClockIn,
  );
  const calendar = calendarOf(settings);
  const since = calendar.dayAt(latestClockIn - LONGEST_SHIFT_MS - REMINDER_AGE_MAX_MS).day;
  const plans = await personalPlansOf(database.pool, settings, [{ day: since }, calendar.dayAt(now)]);
  return entries.filter((entry) => {
    const { day } = calendar.dayAt(entry.clockIn);
    const due = reminderDueAt(entry, {
      settings,
      reminderMinutes,
      days: plannedDays(plans, entry.userId, calendar.days(addDays(day, -1), addDays(day, 1))),
    });
    return due !== null && due <= now && due > now - REMINDER_AGE_MAX_MS;
  });
}

/** After a crash, repeats only mails to an outbox folder: the folder ignores duplicates, a mail server does not. */
async function sendReminderMails({
  address,
  clock,
  config,
  database,
  log,
  mailer,
}: ReminderContext): Promise<void> {
  const { pool } = database;
  await cancelOutdatedReminderMails(pool, clock.now());
  for (;;) {
    const letter = await claimReminderMail(pool, clock.now(), mailer.by === 'outbox');
    if (letter === null) return;
    const { zones } = await readSettings(pool);
    try {
      const link = config.publicUrl === null ? null : address();
      await mailer.send(
        letter.email,
        () => clockOutReminderLetter(formatTime(letter.clockIn, zones), link),
        `reminder-${letter.entryId}`,
      );
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      await saveReminderMailState(pool, letter.entryId, 'waiting', clock.now());
      log.warn(`A reminder waits to be sent: ${toLogText(error)}`);
      return;
    }
    await saveReminderMailState(pool, letter.entryId, 'sent', clock.now());
  }
}

export const startReminders = (reminding: ReminderContext): RepeatedJob =>
  repeat('Reminders', MS_PER_MINUTE, reminding.log, () => runReminders(reminding));
