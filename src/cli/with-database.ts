/** A command's work on the database, beside a Punctual that runs already or without one. */
import { systemClock, type Clock } from '../server/platform/clock.ts';
import type { Config } from '../server/config.ts';
import { openPunctualDatabase } from '../server/platform/database/open.ts';
import type { Database } from '../server/platform/database/pool.ts';
import { createLog, type Log } from '../server/platform/log.ts';
import { requireConfig } from '../server/main.ts';

export interface Work {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** @throws StartError for every reason that can be told in one line */
export async function withDatabase<Result>(
  root: string,
  work: (given: Work) => Promise<Result>,
): Promise<Result> {
  const config = requireConfig(process.env, root);
  const clock = systemClock;
  const log = createLog(config.logLevel, clock, (line) => process.stderr.write(line));
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const opened = await openPunctualDatabase({ config, clock, log, say, beside: true });
  return work({ config, database: opened.database, clock, log }).finally(() => opened.close());
}
