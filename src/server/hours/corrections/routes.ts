import { toInstantText } from '#contract/wire';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { cursorPart } from '../../record/ledger/queries.ts';
import { once } from '../../platform/idempotency/commands.ts';
import { refuseSkippedTime } from '../skipped-time.ts';
import { askedOf } from '../../platform/idempotency/queries.ts';
import { orByDefaults } from '../../workplace/settings/loading.ts';
import { readSettings, settingsPart } from '../../workplace/settings/queries.ts';
import { askCorrection, decide, sendBack, type Corrected } from './commands.ts';
import { correctionDetail } from './detail.ts';
import { correctionsPage } from './list-queries.ts';
import { actorOf } from './queries.ts';
import { correctionRefusal, sentence } from './sentences.ts';

type CorrectionRoute =
  | 'askCorrection'
  | 'decideCorrections'
  | 'sendBackCorrection'
  | 'corrections'
  | 'correction';

export function correctionRoutes(context: Context): Handlers<CorrectionRoute> {
  const { database, clock, seal, wake } = context;
  /** What was done, told to all who look; or the sentence that says why not. */
  const answer = async (done: Corrected) => {
    if (!done.ok) return correctionRefusal(done, await readSettings(database.pool), clock.now());
    wake();
    return { correction: done.correction };
  };
  const skippedIn = async (input: object) =>
    refuseSkippedTime(input, (await readSettings(database.pool)).zones);
  return {
    askCorrection: async ({ input, session }) => {
      const { requestId, ...request } = input;
      const { id } = session().user;
      const asked = askedOf(id, requestId, { ask: request });
      return (
        (await skippedIn(request)) ??
        answer(await once(database, asked, () => askCorrection(database, clock.now(), id, request, asked)))
      );
    },

    sendBackCorrection: async ({ input, session }) => {
      const { requestId, ...counter } = input;
      const { id } = session().user;
      const asked = askedOf(id, requestId, { sendBack: counter });
      return (
        (await skippedIn(counter)) ??
        answer(await once(database, asked, () => sendBack(database, clock.now(), id, counter, asked)))
      );
    },

    // Each is a transaction of its own: what is refused of one holds up none of the others.
    decideCorrections: async ({ input, session }) => {
      const { requestId, action, reason, corrections } = input;
      const actor = session().user.id;
      const outcomes = [];
      for (const { id, version } of corrections) {
        const asked = askedOf(actor, requestId && `${requestId} ${id}`, { id, version, action, reason });
        const done = await once(database, asked, () =>
          decide(database, clock.now(), actor, { id, version, action, reason }, asked),
        );
        if (done.ok) outcomes.push({ id, correction: done.correction });
        else {
          const settings = await readSettings(database.pool);
          const fault = 'fault' in done ? done.fault : undefined;
          if (corrections.length === 1) return correctionRefusal(done, settings, clock.now());
          const message = sentence(done.code, fault, settings);
          outcomes.push({ id, problem: { code: done.code, message } });
        }
      }
      wake();
      return { outcomes };
    },

    corrections: ({ input, asker }) =>
      orByDefaults(context, (defaults) =>
        asker().inSnapshot(
          { cursor: cursorPart(seal), settings: settingsPart(defaults) },
          async (tx, { session, cursor, settings: { zones } }) => ({
            cursor,
            now: toInstantText(clock.now()),
            timeZone: zones,
            isOnlyAdmin: (await actorOf(tx, session.user.id, clock.now())).isOnlyAdmin,
            ...(await correctionsPage(tx, input)),
          }),
        ),
      ),

    correction: ({ input, asker }) =>
      asker().inSnapshot(
        {},
        async (tx, { session }) =>
          (await correctionDetail(tx, input.id, session.user.id, clock.now())) ??
          refuse('correction_not_found'),
      ),
  };
}
