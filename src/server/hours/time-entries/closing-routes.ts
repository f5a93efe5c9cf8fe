import { say } from '#texts/say';
import type { TimeEntry as WireEntry } from '#contract/records';
import { toInstantText } from '#contract/wire';
import type { StatedEndCheck } from '#domain/entry/left-open';
import { formatDate, formatTime } from '#domain/time/format';
import { lastPunchInstant } from '#domain/entry/time-entry';
import type { EpochMs } from '#domain/time/units';
import { toWireCalendar } from '../../platform/calendars.ts';
import type { Context } from '../../platform/context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import type { Session } from '../../platform/http/caller.ts';
import { commandRunner } from '../../ledger/idempotency/commands.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { refuseSkippedTime } from '../skipped-time.ts';
import { closeEntry, type EntryClosingInput } from './closing-commands.ts';
import { findForgotten } from './forgotten.ts';
import { findEntry, ownEntriesPart } from './queries.ts';

type ClosingTimeFault = Extract<StatedEndCheck, { ok: false }>['fault'];

type Closer = { readonly user: Pick<Session['user'], 'id' | 'name'> };

/** Closes entries that were left open; answers with the fault of a stated time. */
export function createClosing(context: Context) {
  const { database, clock } = context;
  const run = commandRunner(context);
  const faultText = async (fault: ClosingTimeFault, id: string, isOwn: boolean): Promise<string> => {
    const found = await findEntry(database.pool, id);
    const { zones } = await readSettings(database.pool);
    const shown = (at: EpochMs): string => `${formatDate(at, zones)}, ${formatTime(at, zones)}`;
    if (fault === 'in-the-future' || !found) return say('closingTime.future');
    const { entry } = found;
    if (fault === 'too-early') return say('closingTime.tooEarly', { at: shown(lastPunchInstant(entry)) });
    const at = shown(entry.setAsideAt ?? clock.now());
    return say(isOwn ? 'closingTime.afterOwn' : 'closingTime.afterTheirs', { at });
  };
  return async (
    session: Closer,
    { requestId, ...closing }: EntryClosingInput & { readonly requestId?: string | undefined },
  ): Promise<{ readonly entry: WireEntry } | Refusal> => {
    const skipped = refuseSkippedTime(closing, (await readSettings(database.pool)).zones);
    if (skipped) return skipped;
    const closed = await run(session, requestId, closing, (sender) =>
      closeEntry(database, { ...sender, name: session.user.name }, closing),
    );
    if (closed.ok) return { entry: closed.entry };
    if (closed.code !== 'invalid_input') return refuse(closed.code);
    const time = await faultText(closed.fault, closing.entryId, closing.reason === null);
    return refuse(closed.code, { fields: { time } });
  };
}

export function entryClosingRoutes(context: Context) {
  const close = createClosing(context);
  return {
    forgottenClockOut: forgottenClockOut(context),
    closeEntry: ({ input, session }) => close(session(), input),
    stateLeaving: ({ input, session }) => close(session(), { ...input, reason: null }),
  } satisfies Partial<Handlers>;
}

const forgottenClockOut =
  (context: Context): Handlers<'forgottenClockOut'>['forgottenClockOut'] =>
  ({ reader }) => {
    const now = context.clock.now();
    const first = { settings: context.settings.part(), open: ownEntriesPart({ from: now, to: now }) };
    return reader().inSnapshot(first, async (tx, { session, settings, open }) => {
      const found = await findForgotten(tx, settings, session.user.id, open, now);
      if (!found) return { forgotten: null };
      const { wire, day, days, present, shiftEnd, usual } = found;
      return {
        forgotten: {
          entry: wire,
          day,
          calendar: toWireCalendar(settings, present.today, days.slice(-2)),
          suggestions: {
            shiftEnd: shiftEnd === null ? null : toInstantText(shiftEnd),
            usual: usual === null ? null : toInstantText(usual),
          },
        },
      };
    });
  };
