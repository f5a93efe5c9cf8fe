import { toInstantText } from '#contract/wire';
import { pick } from '../../platform/database/sql.ts';
import { commandRunner } from '../../ledger/idempotency/commands.ts';
import type { Context } from '../../platform/context.ts';
import { sharedHourlyLimit } from '../../platform/database/shared-limiter.ts';
import { isConfirmed, networkAndDevice } from '../../platform/http/caller.ts';
import type { Call, Handlers } from '../../platform/http/handlers.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { networkOf } from '../../platform/rate-limiter.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import type { createKiosks } from './caller.ts';
import { addKiosk, markSeen, revokeKiosk, saveKiosk, startPairing } from './commands.ts';
import { kioskPeople, listKiosks } from './queries.ts';

/** Codes that one network may ask for: a tablet asks for six an hour. */
const CODES_PER_HOUR = 300;
/** Codes that one administrator may try. */
const TRIES_PER_HOUR = 60;

export function kioskRoutes(
  context: Context,
  kiosks: ReturnType<typeof createKiosks>,
  sealKey: (mayReplace?: boolean) => Promise<string>,
) {
  const { database, clock, security, version } = context;
  const run = commandRunner(context);
  const codes = sharedHourlyLimit(database.pool, 'kiosk codes', CODES_PER_HOUR);
  const tries = sharedHourlyLimit(database.pool, 'kiosk tries', TRIES_PER_HOUR);
  const note = ({ session, request }: Call<'addKiosk' | 'saveKiosk' | 'revokeKiosk'>, detail: string): void =>
    security.note({ kind: 'kiosk_changed', userId: session().user.id, detail, ...networkAndDevice(request) });
  return {
    pairKiosk: async ({ address, reply }) => {
      const seconds = await codes.consume(networkOf(address));
      if (seconds > 0) return refuse('too_many_requests', { retryAfterSeconds: seconds });
      const { token, code, until } = await startPairing(database.pool, clock.now());
      kiosks.keepToken(reply, token);
      return { code, until: toInstantText(until) };
    },

    kioskContact: async ({ input: { queued, pageVersion }, kiosk, request, reply }) => {
      const { id, name, options } = kiosk();
      await markSeen(database.pool, id, clock.now(), { isHeard: queued === 0, pageVersion });
      kiosks.keepToken(reply, kiosks.tokenOf(request) ?? '');
      const settings = await readSettings(database.pool);
      const workplace = {
        name: settings.workplaceName,
        ...pick(settings, ['language', 'hourFormat', 'zones']),
      };
      return { now: toInstantText(clock.now()), version, name, options, workplace, sealKey: await sealKey() };
    },

    kioskPeople: async ({ input, kiosk }) => ({
      people: await kioskPeople(database.pool, kiosk(), input.search),
    }),

    kiosks: ({ reader }) => reader().withSession(async () => ({ kiosks: await listKiosks(database.pool) })),

    addKiosk: async (call) => {
      const { input, session } = call;
      if (!isConfirmed(session(), clock.now())) return refuse('confirmation_required');
      const seconds = await tries.consume(session().user.id);
      if (seconds > 0) return refuse('too_many_requests', { retryAfterSeconds: seconds });
      // The first kiosk's key is made here, where somebody waits for it.
      await sealKey(true);
      const { requestId, ...what } = input;
      const done = await run(session(), requestId, what, (sender) => addKiosk(database, sender, input));
      if (!done.ok) return refuse(done.code);
      note(call, input.name);
      return pick(done, ['id']);
    },

    saveKiosk: async (call) => {
      const { input, session } = call;
      const { requestId, ...what } = input;
      const done = await run(session(), requestId, what, (sender) => saveKiosk(database, sender, input));
      if (!done.ok) return refuse(done.code);
      note(call, input.name);
      return pick(done, ['version']);
    },

    revokeKiosk: async (call) => {
      const by = { at: clock.now(), actor: call.session().user.id };
      const done = await revokeKiosk(database, by, call.input.id);
      if (!done.ok) return refuse(done.code);
      if (done.isNew) note(call, done.name);
      context.wake();
      return { revokedAt: toInstantText(done.revokedAt) };
    },
  } satisfies Partial<Handlers>;
}
