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
const WITHOUT = ['domain', 'house'];
const LANGUAGE = 'tests/support/language.ts';

/** A vitest project for test folders that need PostgreSQL. */
function withPostgres(name: string, folders: readonly string[]) {
  const hasBrowser = folders.some((folder) => folder === 'e2e' || folder === 'faults');
  // Seconds. Campaigns of faults are small in `npm test` and may take an hour in `npm run faults`.
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
      setupFiles: [LANGUAGE, ...(folders.includes('e2e') ? ['tests/e2e/matchers.ts'] : [])],
      include: folders.map((folder) => `tests/${folder}/**/*.test.ts`),
      expect: { poll: { timeout: seconds(30) } },
      testTimeout: seconds(patience),
      hookTimeout: seconds(patience + 60),
    },
  };
}

/**
 * Each kind of test is a project, so that `--project api` can choose it. `npm test` runs almost all of them as one
 * project: projects share no workers, and each worker has to load and transform the server.
 */
const nodeProjects =
  process.env['PUNCTUAL_ALL_TESTS'] === '1'
    ? [withPostgres('all', [...WITH_POSTGRES, ...WITHOUT])]
    : [
        ...WITHOUT.map((name) => ({
          test: {
            name,
            isolate: false,
            setupFiles: [LANGUAGE],
            include: [`tests/${name}/**/*.test.ts`],
            testTimeout: seconds(30),
          },
        })),
        ...WITH_POSTGRES.map((name) => withPostgres(name, [name])),
      ];

/**
 * Tests that wait run at the same time as tests that compute, so that both processors stay busy. `web` is alone in its
 * turn, since a worker that changes to another project starts again.
 */
const TURNS = [['web'], ['e2e', 'server', 'faults'], ['api'], WITHOUT];

class WaitingBesideComputing extends BaseSequencer {
  /** Keeps vitest's order within a folder: by the last duration, or by size if there is none. */
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

/** Only `npm run browsers` runs these tests. It sets a variable for each browser that it finds. */
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
    // Two more workers than the two cores that the product is built for, since tests wait much of their time.
    maxWorkers: 4,
    sequence: { sequencer: WaitingBesideComputing },
    projects: [
      ...(hasBrowsers ? [browsers] : []),
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
      ...nodeProjects,
    ],
  },
});
