import { toInstantText } from '#contract/wire';
import type { Settings } from '#contract/records';
import type { EpochMs } from '#domain/time/units';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { type Refusal, refusalOf, refuse } from '../../platform/http/refusal.ts';
import { cursorPart } from '../../record/ledger/queries.ts';
import { once } from '../../platform/idempotency/commands.ts';
import { refuseSkippedTime } from '../skipped-time.ts';
import { idempotencyKeyOf, type IdempotencyKey } from '../../platform/idempotency/queries.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { type CorrectionResult, askCorrection, decide, sendBack } from './commands.ts';
import { refusalText, type Faulty } from './changes.ts';
import { correctionDetail } from './detail-queries.ts';
import { correctionsPage } from './list-queries.ts';
import { actorOf } from './queries.ts';

export function correctionRefusal(
  { code, from, fault }: Extract<CorrectionResult, { ok: false }>,
  settings: Settings,
  now: EpochMs,
): Refusal {
  if (from !== undefined) return refusalOf({ ok: false, code, from }, now, settings);
  const message = refusalText(code, fault, settings);
  return refuse(code, { message, ...(fault ? { fields: { [fieldOf(fault)]: message } } : {}) });
}

/** The form's field: 'changes.0' or 'changes.0.breaks.1'. */
const fieldOf = ({ fault: { item, pause } }: Faulty): string =>
  `changes.${item}${pause === undefined ? '' : `.breaks.${pause}`}`;

export function correctionRoutes(context: Context) {
  const { database, clock, seal, wake } = context;
  const answer = async (
    request: object,
    key: IdempotencyKey | undefined,
    command: () => Promise<CorrectionResult>,
  ) => {
    const skipped = refuseSkippedTime(request, (await readSettings(database.pool)).zones);
    if (skipped) return skipped;
    const done = await once(database, key, command);
    if (!done.ok) return correctionRefusal(done, await readSettings(database.pool), clock.now());
    wake();
    return { correction: done.correction };
  };
  return {
    askCorrection: async ({ input: { requestId, ...request }, session }) => {
      const { id } = session().user;
      const key = idempotencyKeyOf(id, requestId, { ask: request });
      return answer(request, key, () => askCorrection(database, clock.now(), id, request, key));
    },

    sendBackCorrection: async ({ input: { requestId, ...counter }, session }) => {
      const { id } = session().user;
      const key = idempotencyKeyOf(id, requestId, { sendBack: counter });
      return answer(counter, key, () => sendBack(database, clock.now(), id, counter, key));
    },

    // One transaction each: a refusal stops none of the others.
    decideCorrections: async ({ input, session }) => {
      const { requestId, action, reason, corrections } = input;
      const actor = session().user.id;
      const outcomes = [];
      for (const { id, version } of corrections) {
        const key = idempotencyKeyOf(actor, requestId && `${requestId} ${id}`, {
          id,
          version,
          action,
          reason,
        });
        const done = await once(database, key, () =>
          decide(database, clock.now(), actor, { id, version, action, reason }, key),
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
      wake();
      return { outcomes };
    },

    corrections: ({ input, reader }) =>
      reader().inSnapshot(
        { cursor: cursorPart(seal), settings: context.settings.part() },
        async (tx, { session, cursor, settings: { zones } }) => ({
          cursor,
          now: toInstantText(clock.now()),
          timeZone: zones,
          isOnlyAdmin: (await actorOf(tx, session.user.id, clock.now())).isOnlyAdmin,
          ...(await correctionsPage(tx, input)),
        }),
      ),

    correction: ({ input, reader }) =>
      reader().inSnapshot(
        {},
        async (tx, { session }) =>
          (await correctionDetail(tx, input.id, session.user.id, clock.now())) ??
          refuse('correction_not_found'),
      ),
  } satisfies Partial<Handlers>;
}
