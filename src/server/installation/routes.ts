import { toInstantText } from '#contract/wire';
import type { Context } from '../context.ts';
import { docsPage } from '../http/docs-page.ts';
import type { Handlers } from '../http/handlers.ts';
import { openApiDocument } from '../http/openapi.ts';
import { readSettings } from '../settings/queries.ts';
import { askDatabase } from './queries.ts';

/** What concerns the installation as a whole, and nobody in particular. */
export function installationRoutes({
  database,
  version,
  config,
  clock,
}: Context): Handlers<'health' | 'openapi' | 'docs' | 'publicIp' | 'workplaceTime'> {
  const document = openApiDocument(version, config.publicUrl);
  const page = docsPage(version);
  return {
    health: async () => {
      await askDatabase(database.pool);
      return { status: 'ok', version };
    },
    openapi: () => document,
    docs: () => page,
    workplaceTime: async () => ({
      now: toInstantText(clock.now()),
      timeZone: (await readSettings(database.pool)).timeZone,
    }),
    publicIp: ({ address }) => ({ ip: address }),
  };
}
