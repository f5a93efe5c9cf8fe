/**
 * Vitest's global setup of every test that needs a database. Each project calls it; the first one starts the
 * cluster for all.
 */
import { hasTestCluster, shareTestCluster, startTestCluster } from './cluster.ts';

export default async function setup(): Promise<() => Promise<void>> {
  if (hasTestCluster()) return async () => {};
  const { cluster, stop } = await startTestCluster();
  shareTestCluster(cluster);
  return stop;
}
