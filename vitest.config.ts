/**
 * One runner for every kind of test. `domain`, `house` and `web` need nothing but Node; `e2e`, `server`, `faults`
 * and `api` share one throw-away PostgreSQL cluster, started when the first of them begins and stopped after
 * the last.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SAME_BYTES } from './vite.server.config.ts';

const seconds = (count: number): number => count * 1000;

const WITH_POSTGRES = ['e2e', 'server', 'faults', 'api'];

/** A project of the tests in some of these folders. */
function withPostgres(name: string, folders: readonly string[]) {
  const hasBrowser = folders.includes('e2e');
  // In `npm test` a campaign of faults is small; `npm run faults` gives each the time it needs.
  const patience = process.env['FAULTS'] ? 3_600 : 120;
  return {
    resolve: { alias: SAME_BYTES },
    test: {
      name,
      pool: 'forks' as const,
      isolate: false,
      globalSetup: [
        'tests/support/global-setup.ts',
        ...(hasBrowser ? ['tests/support/browser-setup.ts'] : []),
      ],
      setupFiles: hasBrowser ? ['tests/e2e/matchers.ts'] : [],
      include: folders.map((folder) => `tests/${folder}/**/*.test.ts`),
      expect: { poll: { timeout: seconds(30) } },
      testTimeout: seconds(patience),
      hookTimeout: seconds(patience + 60),
    },
  };
}

/**
 * Each kind of test is a project, for `--project api`. Where all of them are run (`npm test` says so) they are one:
 * a worker belongs to a project, and each would load and transform the server anew.
 */
const databaseProjects =
  process.env['PUNCTUAL_ALL_TESTS'] === '1'
    ? [withPostgres('database', WITH_POSTGRES)]
    : WITH_POSTGRES.map((name) => withPostgres(name, [name]));

/** Tests that wait run beside tests that compute, so that both processors are busy to the end. */
const TURNS = [['e2e', 'server', 'faults'], ['api'], ['web', 'domain', 'house']];

class WaitingBesideComputing extends BaseSequencer {
  /** Within a folder as vitest does: by how long they took the last time, else by size. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const folderOf = ({ moduleId }: TestSpecification) => /.*\/tests\/(\w+)/.exec(moduleId)?.[1] ?? '';
    const placed = sorted.map((file) => {
      const folder = folderOf(file);
      const own = sorted.filter((other) => folderOf(other) === folder);
      const turn = TURNS.findIndex((folders) => folders.includes(folder));
      return { file, place: turn + own.indexOf(file) / own.length };
    });
    return placed.toSorted((a, b) => a.place - b.place).map(({ file }) => file);
  }
}

/** `npm run browsers` says which there are; everything else is tried without them. */
const browsers = {
  test: {
    name: 'browsers',
    include: ['tests/browsers/**/*.test.ts'],
    pool: 'forks' as const,
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
    testTimeout: seconds(180),
    hookTimeout: seconds(180),
  },
};
const hasBrowsers = Boolean(process.env['PUNCTUAL_FIREFOX'] ?? process.env['PUNCTUAL_WEBKIT']);

export default defineConfig({
  test: {
    // Two more than the two cores the product is built for: a test waits a good part of its time.
    maxWorkers: 4,
    sequence: { sequencer: WaitingBesideComputing },
    projects: [
      ...(hasBrowsers ? [browsers] : []),
      {
        test: {
          name: 'domain',
          isolate: false,
          include: ['tests/domain/**/*.test.ts'],
          testTimeout: seconds(30),
        },
      },
      {
        test: {
          name: 'house',
          isolate: false,
          include: ['tests/house/**/*.test.ts'],
          testTimeout: seconds(30),
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          isolate: false,
          setupFiles: ['tests/web/setup.ts'],
          include: ['tests/web/**/*.test.{ts,tsx}'],
          expect: { poll: { timeout: seconds(20) } },
          testTimeout: seconds(30),
        },
      },
      ...databaseProjects,
    ],
  },
});
