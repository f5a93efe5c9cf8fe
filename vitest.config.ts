/**
 * One runner for every kind of test. `domain`, `house` and `web` need nothing but Node; `server`, `api` and
 * `e2e` share one throw-away PostgreSQL cluster, started when the first of them begins and stopped after the
 * last.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const cluster = { globalSetup: ['tests/support/global-setup.ts'], pool: 'forks' as const };
const seconds = (count: number): number => count * 1000;

export default defineConfig({
  test: {
    // Two workers suit the two cores the product is built for; the projects of a group run together, groups
    // one after the other.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'domain',
          include: ['tests/domain/**/*.test.ts'],
          testTimeout: seconds(30),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'house',
          include: ['tests/house/**/*.test.ts'],
          testTimeout: seconds(30),
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          testTimeout: seconds(30),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...cluster,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          testTimeout: seconds(60),
          hookTimeout: seconds(120),
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...cluster,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          testTimeout: seconds(120),
          hookTimeout: seconds(180),
          sequence: { groupOrder: 1 },
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
          testTimeout: seconds(120),
          hookTimeout: seconds(180),
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
