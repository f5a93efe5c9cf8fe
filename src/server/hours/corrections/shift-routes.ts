import type { PunchShift as AskedShift } from '#contract/corrections';
import type { Settings } from '#contract/records';
import { isTooLongToShift, SHIFT_DAYS_AT_MOST, type PunchShift } from '#domain/entry/punch-shift';
import { requireMinuteOfDay } from '#domain/time/units';
import type * as z from 'zod/mini';
import { calendarOf } from '../../workplace/calendars.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse, refuseFields, type Refusal } from '../../platform/http/refusal.ts';
import { once } from '../../platform/idempotency/commands.ts';
import { askedOf } from '../../platform/idempotency/queries.ts';
import { refused } from '../../platform/refused.ts';
import { refuseSkippedTime } from '../skipped-time.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { sentence } from './routes.ts';
import { shiftPunchesOf, weighShift, toldOf, type ToldOf } from './shift-commands.ts';

type Given = Pick<z.output<typeof AskedShift>, 'from' | 'to' | 'minutes'>;

/** The punches that are meant, or at which field that cannot be said. */
function shiftOf({ from, to, minutes }: Given, settings: Settings): PunchShift | Refusal {
  const [first, last] = [from, to].map(({ day, time, which }) =>
    calendarOf(settings).instantAt(day, requireMinuteOfDay(time), which),
  );
  const skipped = refuseSkippedTime({ from, to }, settings.zones);
  if (skipped) return skipped;
  const shift = { from: first ?? 0, to: last ?? 0, minutes };
  if (shift.to < shift.from) return refuseFields({ to: 'The end must not be before the beginning' });
  if (isTooLongToShift(shift))
    return refuseFields({ to: `At most ${SHIFT_DAYS_AT_MOST} days can be moved at once` });
  return shift;
}

const isShift = (shift: PunchShift | Refusal): shift is PunchShift => 'minutes' in shift;

function outcomeOf(told: readonly ToldOf[], settings: Settings) {
  const moved = told.filter(({ refusal }) => refusal === null);
  return {
    userIds: moved.map(({ userId }) => userId),
    entries: moved.reduce((sum, { entries }) => sum + entries, 0),
    refused: told.flatMap(({ userId, name, refusal }) =>
      refusal ? [{ userId, name, message: sentence(refusal.code, refusal.fault, settings) }] : [],
    ),
  };
}

/** So many parts of all people, by their ids: each is one transaction, which holds up the punches of its own people only. */
const PARTS = 16;
const partOf = (userId: string): number => Number.parseInt(userId.slice(-1), PARTS);

export function shiftRoutes({
  database,
  clock,
  wake,
}: Context): Handlers<'previewPunchShift' | 'shiftPunches'> {
  return {
    previewPunchShift: async ({ input, session }) =>
      inTransaction(
        database,
        async (tx) => {
          const settings = await readSettings(tx);
          const shift = shiftOf(input, settings);
          if (!isShift(shift)) return shift;
          const moving = { shift, actorId: session().user.id, now: clock.now() };
          const people = await weighShift(tx, settings, moving, input.userIds);
          return outcomeOf(people.map(toldOf), settings);
        },
        'REPEATABLE READ READ ONLY',
      ),

    shiftPunches: async ({ input, session }) => {
      const { requestId, userIds, reason, ...given } = input;
      const actorId = session().user.id;
      const settings = await readSettings(database.pool);
      const shift = shiftOf(given, settings);
      if (!isShift(shift)) return shift;
      const moving = { shift, actorId, reason, now: clock.now() };
      const people = await weighShift(database.pool, settings, moving, userIds);
      const told: ToldOf[] = [];
      for (let part = 0; part < PARTS; part += 1) {
        const some = people.filter(({ userId }) => partOf(userId) === part);
        const ids = some.map(({ userId }) => userId);
        // Each has an answer of its own: whoever sends this again after a crash moves nothing twice.
        const asked = askedOf(actorId, requestId && `${requestId} ${part}`, {
          shift: { ...given, reason, userIds: userIds ?? [] },
        });
        const done = await once(database, asked, () => shiftPunchesOf(database, moving, ids, asked));
        if (done.ok) told.push(...done.told);
        else if (done.code === 'request_id_reused') return refuse(done.code);
        else told.push(...some.map((person) => toldOf({ ...person, refusal: refused(done.code) })));
      }
      wake();
      return outcomeOf(
        told.toSorted((one, other) => one.name.localeCompare(other.name)),
        settings,
      );
    },
  };
}
