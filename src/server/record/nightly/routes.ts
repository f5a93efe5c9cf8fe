import type { NightlyWork } from '#contract/nightly';
import { toInstantText } from '#contract/wire';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Nights } from './nights.ts';
import { checkPart, newestBackupAt, readCheck, type RecordCheck } from './queries.ts';

export function nightlyRoutes(
  { config, database, clock }: Context,
  nights: Nights,
): Handlers<'nightlyWork' | 'checkRecord'> {
  const view = async ({ last, underWay }: RecordCheck): Promise<NightlyWork> => {
    const newest = config.backupDir === null ? null : await newestBackupAt(config.backupDir);
    return {
      now: toInstantText(clock.now()),
      check: {
        last: last && { at: toInstantText(last.endedAt), records: last.records, faults: [...last.faults] },
        underWay,
      },
      backups:
        config.backupDir === null ? null : { newestAt: newest === null ? null : toInstantText(newest) },
    };
  };
  return {
    nightlyWork: async ({ asker }) => {
      const found = await asker().read({ check: checkPart(clock.now()) });
      return found instanceof Refusal ? found : view(found.check);
    },
    checkRecord: async () => {
      await nights.checkNow();
      return view(await readCheck(database.pool, clock.now()));
    },
  };
}
