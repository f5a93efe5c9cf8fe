/** What everybody may know of the workplace, whether they have signed in or not. */
import type { Workplace } from '#contract/accounts';
import { SETTINGS_DEFAULTS, workplaceOf } from '#domain/settings/settings';
import type { Database } from '../../platform/database/pool.ts';
import { withinLimit } from '../../platform/async/deadline.ts';
import { findSettings } from './queries.ts';

/** The login screen does not wait for it longer. */
const READ_WITHIN_MS = 500;

/** How it is now; as it was last known where that cannot be told. */
export function createWorkplace({ pool }: Pick<Database, 'pool'>): () => Promise<Workplace> {
  let known: Workplace = workplaceOf(SETTINGS_DEFAULTS);
  return async () => {
    try {
      const settings = await withinLimit(findSettings(pool), READ_WITHIN_MS);
      if (settings) known = workplaceOf(settings);
    } catch {
      // Whoever asks wants something else, too, which says what is out of reach.
    }
    return known;
  };
}
