import { say } from '#texts/say';
import type { TimeEntry as WireEntry } from '#contract/records';
import { toDomainEntry, toInstantText } from '#contract/wire';
import { leftOpenReason, type StatedEndCheck } from '#domain/entry/left-open';
import { suggestClockOuts, USUAL_CLOCK_OUT_DAYS } from '#domain/entry/forgotten-clock-out';
import { formatDate, formatTime } from '#domain/time/format';
import { lastPunchInstant } from '#domain/entry/time-entry';
import type { EpochMs } from '#domain/time/units';
import { addDays } from '#domain/time/workplace-day';
import { plannedDays } from '#domain/expected/schedules';
import { calendarOf, timeContextAt, toWireCalendar } from '../../platform/calendars.ts';
import type { Context } from '../../platform/context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import type { Session } from '../../platform/http/caller.ts';
import { commandRunner } from '../../ledger/idempotency/commands.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { refuseSkippedTime } from '../skipped-time.ts';
import { closeEntry, type EntryClosingInput } from './closing-commands.ts';
import { entriesPage } from './list-queries.ts';
import { findEntry, ownEntriesPart } from './queries.ts';
import { personalPlansOf } from '../../workplace/expected/queries.ts';

type ClosingTimeFault = Extract<StatedEndCheck, { ok: false }>['fault'];

export function entryClosingRoutes(context: Context) {
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
  const close = async (
    session: Session,
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
      const calendar = calendarOf(settings);
      const present = timeContextAt(settings, now);
      const forgotten = open.findLast((one) =>
        leftOpenReason({ isActive: true }, toDomainEntry(one), present),
      );
      if (!forgotten) return { forgotten: null };
      const entry = toDomainEntry(forgotten);
      const { day } = calendar.dayAt(entry.clockIn);
      const around = calendar.days(addDays(day, -USUAL_CLOCK_OUT_DAYS), addDays(day, 1));
      const plans = await personalPlansOf(tx, settings, around, [session.user.id]);
      const days = plannedDays(plans, session.user.id, around);
      const { found } = await entriesPage(tx, {
        limit: undefined,
        before: undefined,
        userId: session.user.id,
        from: days[0]?.start,
        to: entry.clockIn,
      });
      const { shiftEnd, usual } = suggestClockOuts({
        entry,
        history: found.map((one) => toDomainEntry(one.entry)),
        days,
        settings,
        now,
      });
      return {
        forgotten: {
          entry: forgotten,
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
