import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { once } from '../../platform/idempotency/commands.ts';
import { idempotencyKeyOf } from '../../platform/idempotency/queries.ts';
import { saveLeads } from './commands.ts';

export const leadRoutes = ({ database, clock, wake }: Context): Handlers<'saveLeads'> => ({
  saveLeads: async ({ input: { requestId, ...change }, session }) => {
    const actor = session().user.id;
    const key = idempotencyKeyOf(actor, requestId, { saveLeads: change });
    const saved = await once(database, key, () => saveLeads(database, clock.now(), actor, change, key));
    if (!saved.ok) return refuse(saved.code);
    wake();
    return { leads: saved.leads };
  },
});
