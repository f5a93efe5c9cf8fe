import type { PunchShift as AskedShift } from '#contract/corrections';
import type { Settings } from '#contract/records';
import { instantAt } from '#domain/calendar';
import { beginCorrection, isCounting } from '#domain/correction-state';
import { isTooLongToShift, SHIFT_DAYS_AT_MOST, type PunchShift } from '#domain/punch-shift';
import { requireMinuteOfDay } from '#domain/time';
import type * as z from 'zod/mini';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/handlers.ts';
import { refuse, refuseFields, type Refusal } from '../http/refusal.ts';
import { keepAnswer, once } from '../requests/commands.ts';
import { askedOf } from '../requests/queries.ts';
import { readSettings } from '../settings/queries.ts';
import { inTransaction } from '../database/transaction.ts';
import { sidesOf } from './queries.ts';
import { sentence } from './sentences.ts';
import { peopleToShift, shiftPunchesOf, weighShift, type Shifted } from './shift-commands.ts';

type Given = Pick<z.output<typeof AskedShift>, 'from' | 'to' | 'minutes'>;

/** The punches that are meant, or at which field that cannot be said. */
function shiftOf({ from, to, minutes }: Given, { timeZone }: Settings): PunchShift | Refusal {
  const [first, last] = [from, to].map(({ day, time, which }) =>
    instantAt(timeZone, day, requireMinuteOfDay(time), which),
  );
  const shift = { from: first ?? 0, to: last ?? 0, minutes };
  if (shift.to < shift.from) return refuseFields({ to: 'The end must not be before the beginning' });
  if (isTooLongToShift(shift))
    return refuseFields({ to: `At most ${SHIFT_DAYS_AT_MOST} days can be moved at once` });
  return shift;
}

const isShift = (shift: PunchShift | Refusal): shift is PunchShift => 'minutes' in shift;

interface Told {
  readonly userId: string;
  readonly name: string;
  readonly done: Shifted;
}

function outcomeOf(told: readonly Told[], settings: Settings) {
  const moved = told.flatMap(({ done }) => (done.ok ? [done.entries] : []));
  return {
    people: moved.length,
    entries: moved.reduce((sum, entries) => sum + entries, 0),
    refused: told.flatMap(({ userId, name, done }) =>
      done.ok ? [] : [{ userId, name, message: sentence(done.code, done.fault, settings) }],
    ),
  };
}

/** So many people's at once: their commits travel together, and others find connections. */
const AT_ONCE = 4;

async function ofEach<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))));
  return results;
}

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
          const actor = session().user.id;
          const { isAdmin, isOnlyAdmin } = await sidesOf(tx, actor, actor);
          const told: Told[] = [];
          for (const person of await peopleToShift(tx, shift, input.userIds, settings)) {
            const { userId, name } = person;
            const verdict = beginCorrection(userId, { id: actor, isAdmin, isOnlyAdmin });
            const counts = verdict.ok && isCounting(verdict.state);
            const weighed = await weighShift(tx, clock.now(), settings, person, shift, counts);
            const entries = weighed.ok
              ? weighed.days.reduce((sum, { changes }) => sum + changes.length, 0)
              : 0;
            told.push({ userId, name, done: weighed.ok ? { ok: true, entries } : weighed });
          }
          return outcomeOf(told, settings);
        },
        'REPEATABLE READ READ ONLY',
      ),

    shiftPunches: async ({ input, session }) => {
      const { requestId, userIds, reason, ...given } = input;
      const actor = session().user.id;
      const settings = await readSettings(database.pool);
      const shift = shiftOf(given, settings);
      if (!isShift(shift)) return shift;
      const asked = askedOf(actor, requestId, { shift: { ...given, reason, userIds: userIds ?? [] } });
      const done = await once(database, asked, async () => {
        const people = await peopleToShift(database.pool, shift, userIds, settings);
        // Each has an answer of its own: whoever sends this again after a crash moves nothing twice.
        const told = await ofEach(people, async ({ userId, name }) => {
          const own = askedOf(actor, requestId && `${requestId} ${userId}`, { shift: given, reason });
          const one = await once(database, own, () =>
            shiftPunchesOf(database, clock.now(), actor, userId, { shift, reason }, own),
          );
          return { userId, name, done: one };
        });
        const outcome = outcomeOf(told, settings);
        wake();
        return inTransaction(database, (tx) =>
          keepAnswer(tx, asked, clock.now(), { ok: true as const, outcome }),
        );
      });
      return done.ok ? done.outcome : refuse(done.code);
    },
  };
}
