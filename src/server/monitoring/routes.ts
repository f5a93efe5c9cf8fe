import type { Context } from '../context.ts';
import type { Handlers } from '../http/handlers.ts';
import { orByDefaults } from '../settings/loading.ts';
import { createBoard } from './board.ts';

/** All the monitoring tab stands on, of one instant; `#domain/monitoring` makes the board from it. */
export function monitoringRoutes(context: Context): Handlers<'monitoring'> {
  const board = createBoard(context);
  return { monitoring: () => orByDefaults(context, board.answer) };
}
