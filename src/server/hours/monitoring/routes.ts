import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { orByDefaults } from '../../workplace/settings/loading.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createBoard } from './board.ts';

/** All the monitoring tab stands on, of one instant; `#domain/monitoring` makes the board from it. */
export function monitoringRoutes(context: Context): Handlers<'monitoring'> {
  const board = createBoard(context);
  return {
    monitoring: async ({ asker }) => {
      const proved = await asker().prove();
      return proved instanceof Refusal ? proved : orByDefaults(context, board.answer);
    },
  };
}
