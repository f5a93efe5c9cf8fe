import { formatDate, formatTime } from '#domain/format';
import { lastInstant, type TimeEntry } from '#domain/time-entry';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/handlers.ts';
import { refuse } from '../http/refusal.ts';
import { once } from '../requests/commands.ts';
import { askedOf } from '../requests/queries.ts';
import { readSettings } from '../settings/queries.ts';
import { closeEntry } from './closing-commands.ts';
import { findEntry } from './queries.ts';

export function closingRoutes({ database, clock, wake }: Context): Handlers<'closeEntry'> {
  /** Names the last punch, in the workplace's zone: that is what the time must come after. */
  const tooEarly = async (id: string): Promise<string> => {
    const found = await findEntry(database.pool, id);
    const { timeZone } = await readSettings(database.pool);
    return found
      ? `The time must not be before the last punch, ${lastPunch(found.entry, timeZone)}`
      : 'The time is too early';
  };
  return {
    closeEntry: async ({ input, session }) => {
      const { id, name } = session().user;
      const { requestId, ...closing } = input;
      const asked = askedOf(id, requestId, closing);
      const closed = await once(database, asked, () =>
        closeEntry(database, clock.now(), { id, name }, closing, asked),
      );
      if (closed.ok) {
        wake();
        return { entry: closed.entry };
      }
      if (closed.code !== 'invalid_input') return refuse(closed.code);
      if (closed.fault === 'too-early')
        return refuse('invalid_input', { fields: { time: await tooEarly(input.entryId) } });
      return refuse('invalid_input', { fields: { time: 'The time must not be in the future' } });
    },
  };
}

const lastPunch = (entry: TimeEntry, zone: string): string =>
  `${formatDate(lastInstant(entry), zone)}, ${formatTime(lastInstant(entry), zone)}`;
