import type { NightlyWork } from '#contract/nightly';
import { toInstantText } from '#contract/wire';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/handlers.ts';
import type { Nights } from './nights.ts';
import { newestBackupAt, readCheck } from './queries.ts';

export function nightlyRoutes(
  { config, database, clock }: Context,
  nights: Nights,
): Handlers<'nightlyWork' | 'checkRecord'> {
  const view = async (): Promise<NightlyWork> => {
    const { last, underWay } = await readCheck(database.pool, clock.now());
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
    nightlyWork: view,
    checkRecord: async () => {
      await nights.checkNow();
      return view();
    },
  };
}
