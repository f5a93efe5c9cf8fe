import type { TimeEntry as WireEntry } from '#contract/records';
import type { ClosingTime } from '#domain/closing';
import { formatDate, formatTime } from '#domain/format';
import { lastInstant } from '#domain/time-entry';
import type { EpochMs } from '#domain/time';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/handlers.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { once } from '../requests/commands.ts';
import { askedOf } from '../requests/queries.ts';
import { readSettings } from '../settings/queries.ts';
import { refuseSkippedTime } from '../skipped-time.ts';
import { closeEntry, type Closing } from './closing-commands.ts';
import { findEntry } from './queries.ts';

type Fault = Extract<ClosingTime, { ok: false }>['fault'];

/** An entry that was left open gets its end: from an admin, or from its employee, who states when they left. */
export function closingRoutes({ database, clock, wake }: Context): Handlers<'closeEntry' | 'stateLeaving'> {
  /** Names what the time must come after, or before, in the workplace's zone. */
  const faultText = async (fault: Fault, id: string, isOwn: boolean): Promise<Record<string, string>> => {
    const found = await findEntry(database.pool, id);
    const { zones } = await readSettings(database.pool);
    const shown = (at: EpochMs): string => `${formatDate(at, zones)}, ${formatTime(at, zones)}`;
    if (fault === 'in-the-future' || !found) return { time: 'The time must not be in the future' };
    const { entry } = found;
    return fault === 'too-early'
      ? { time: `The time must not be before the last punch, ${shown(lastInstant(entry))}` }
      : {
          time: `The time must not be after ${isOwn ? 'you' : 'they'} clocked in again, ${shown(entry.setAsideAt ?? clock.now())}`,
        };
  };
  const close = async (
    actor: { readonly id: string; readonly name: string },
    { requestId, ...closing }: Closing & { readonly requestId?: string | undefined },
  ): Promise<{ readonly entry: WireEntry } | Refusal> => {
    const skipped = refuseSkippedTime(closing, (await readSettings(database.pool)).zones);
    if (skipped) return skipped;
    const asked = askedOf(actor.id, requestId, closing);
    const closed = await once(database, asked, () =>
      closeEntry(database, clock.now(), actor, closing, asked),
    );
    if (!closed.ok && closed.code !== 'invalid_input') return refuse(closed.code);
    if (!closed.ok)
      return refuse('invalid_input', {
        fields: await faultText(closed.fault, closing.entryId, closing.reason === null),
      });
    wake();
    return { entry: closed.entry };
  };
  return {
    closeEntry: ({ input, session }) => close(session().user, input),
    stateLeaving: ({ input, session }) => close(session().user, { ...input, reason: null }),
  };
}
