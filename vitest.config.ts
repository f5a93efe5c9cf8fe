/**
 * One runner for every kind of test. `domain`, `house` and `web` need nothing but Node; `server`, `api`, `e2e`
 * and `faults` share one throw-away PostgreSQL cluster, started when the first of them begins and stopped after
 * the last.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const cluster = { globalSetup: ['tests/support/global-setup.ts'], pool: 'forks' as const };
const seconds = (count: number): number => count * 1000;

/** The project whose files take longest comes first, so that all workers are busy to the end. */
const ORDER = ['e2e', 'server', 'faults', 'web', 'api', 'domain', 'house'];

class LongestFirst extends BaseSequencer {
  /** Within a project as vitest does: by how long they took the last time, else by size. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification): number => ORDER.indexOf(project.name);
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
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
    sequence: { sequencer: LongestFirst },
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
          // Each file begins anew: who is signed in, for instance, is kept in a module.
          isolate: true,
          include: ['tests/web/**/*.test.{ts,tsx}'],
          testTimeout: seconds(30),
        },
      },
      {
        test: {
          ...cluster,
          name: 'api',
          isolate: false,
          include: ['tests/api/**/*.test.ts'],
          expect: { poll: { timeout: seconds(20) } },
          testTimeout: seconds(60),
          hookTimeout: seconds(120),
        },
      },
      {
        test: {
          ...cluster,
          name: 'server',
          isolate: false,
          include: ['tests/server/**/*.test.ts'],
          testTimeout: seconds(120),
          hookTimeout: seconds(180),
        },
      },
      {
        test: {
          ...cluster,
          name: 'faults',
          isolate: false,
          include: ['tests/faults/**/*.test.ts'],
          // In `npm test` a campaign is small; `npm run faults` gives each the time it needs.
          testTimeout: process.env['FAULTS'] ? seconds(3_600) : seconds(120),
          hookTimeout: process.env['FAULTS'] ? seconds(3_600) : seconds(180),
        },
      },
      {
        test: {
          ...cluster,
          globalSetup: [...cluster.globalSetup, 'tests/support/browser-setup.ts'],
          setupFiles: ['tests/e2e/setup.ts'],
          isolate: false,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          expect: { poll: { timeout: seconds(30) } },
          testTimeout: seconds(120),
          hookTimeout: seconds(180),
        },
      },
    ],
  },
});
