import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { commandRunner } from '../../platform/idempotency/commands.ts';
import { saveLeads } from './commands.ts';

export const leadRoutes = (context: Context): Handlers<'saveLeads'> => ({
  saveLeads: async ({ input: { requestId, ...change }, session }) => {
    const saved = await commandRunner(context)(session(), requestId, { saveLeads: change }, (sender) =>
      saveLeads(context.database, sender, change),
    );
    return saved.ok ? { leads: saved.leads } : refuse(saved.code);
  },
});
