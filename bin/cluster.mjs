/**
 * `npm run cluster`: starts a company's installation on several machines, from Debian's packages and deploy/cluster,
 * while people punch and watch. Restarts, kills and cuts off its parts; each bound is one line of output. 500 people
 * and 300 watchers; smaller: CLUSTER_PEOPLE=30 CLUSTER_WATCHERS=20. Arguments select the faults whose names contain
 * one of them.
 */
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildIfStale, installPackages } from './setup.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const NEEDED = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/bin/psql': 'postgresql-client',
};
/** Own network and processes: nothing can be reached from outside, and nothing is left behind. */
const APART = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
/** Reaps zombies of killed machines, as an init process does: Patroni would wait for a zombie. */
const INIT = ['sh', '-c', 'trap "exit 130" INT TERM; "$@" & wait $!', 'sh'];

/** Reason why the cluster cannot run here; undefined if it can. */
function refusal() {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    return 'npm run cluster makes networks of its own, so it has to be started by root on Linux.';
  const missing = Object.entries(NEEDED).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  if (missing.length > 0) return `npm run cluster needs programs: apt-get install ${missing.join(' ')}`;
  if (spawnSync('unshare', [...APART, 'ip', 'link', 'add', 'type', 'bridge']).status !== 0)
    return 'npm run cluster needs the right to make network namespaces (CAP_SYS_ADMIN, CAP_NET_ADMIN).';
  return undefined;
}

if (process.env['CLUSTER_APART'] === '1') {
  const { runnerImport } = await import('vite');
  const { run } = (await runnerImport('/tests/cluster/run.ts')).module;
  // This exit also ends everything that still runs in the namespace.
  process.exit((await run(process.argv.slice(2))) ? 0 : 1);
}
const refused = refusal();
if (refused) console.log(refused);
else {
  await installPackages();
  await buildIfStale();
}
process.exitCode = refused
  ? 2
  : (spawnSync(
      'unshare',
      [...APART, ...INIT, process.execPath, 'bin/cluster.mjs', ...process.argv.slice(2)],
      {
        stdio: 'inherit',
        env: { ...process.env, CLUSTER_APART: '1' },
      },
    ).status ?? 1);
