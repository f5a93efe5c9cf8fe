import { toInstantText } from '#contract/wire';
import type { CheckedInputOf } from '#contract/routes';
import type { Context } from '../../platform/context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Session } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { commandRunner, type Sender } from '../../ledger/idempotency/commands.ts';
import { refuseSkippedTime } from '../skipped-time.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import {
  type CorrectionResult,
  askCorrection,
  decide,
  sendBack,
  correctionRefusal,
} from '../corrections/commands.ts';
import { refusalText } from '../corrections/changes.ts';
import { correctionDetail, correctionsPage } from './queries.ts';
import { actorOf } from '../corrections/queries.ts';

export function correctionRoutes(context: Context) {
  const { database, clock } = context;
  const run = commandRunner(context);
  const answer = async (
    session: Session,
    requestId: string | undefined,
    what: 'ask' | 'sendBack',
    request: CheckedInputOf<'askCorrection' | 'sendBackCorrection'>,
    command: (sender: Sender) => Promise<CorrectionResult>,
  ) => {
    const skipped = refuseSkippedTime(request, (await readSettings(database.pool)).zones);
    if (skipped) return skipped;
    const done = await run(session, requestId, { [what]: request }, command);
    return done.ok
      ? { correction: done.correction }
      : correctionRefusal(done, await readSettings(database.pool), clock.now());
  };
  return {
    askCorrection: ({ input: { requestId, ...request }, session }) =>
      answer(session(), requestId, 'ask', request, (sender) => askCorrection(database, sender, request)),

    sendBackCorrection: ({ input: { requestId, ...counter }, session }) =>
      answer(session(), requestId, 'sendBack', counter, (sender) => sendBack(database, sender, counter)),

    // Each correction has its own transaction, so that a refusal does not stop the others.
    decideCorrections: async ({ input, session }) => {
      const { requestId, action, reason, corrections } = input;
      const outcomes = [];
      for (const { id, version } of corrections) {
        const decision = { id, version, action, reason };
        const done = await run(session(), requestId && `${requestId} ${id}`, decision, (sender) =>
          decide(database, sender, decision),
        );
        if (done.ok) outcomes.push({ id, correction: done.correction });
        else {
          const settings = await readSettings(database.pool);
          const fault = 'fault' in done ? done.fault : undefined;
          if (corrections.length === 1) return correctionRefusal(done, settings, clock.now());
          const message = refusalText(done.code, fault, settings);
          outcomes.push({ id, problem: { code: done.code, message } });
        }
      }
      return { outcomes };
    },

    corrections: ({ input, reader }) =>
      reader().inSnapshot({ settings: context.settings.part() }, async (tx, { session, settings }) => ({
        now: toInstantText(clock.now()),
        timeZone: settings.zones,
        isOnlyAdmin: (await actorOf(tx, session.user.id, clock.now())).isOnlyAdmin,
        ...(await correctionsPage(tx, settings, input)),
      })),

    correction: ({ input, reader }) =>
      reader().inSnapshot(
        {},
        async (tx, { session }) =>
          (await correctionDetail(tx, input.id, session.user, clock.now())) ?? refuse('correction_not_found'),
      ),
  } satisfies Partial<Handlers>;
}
