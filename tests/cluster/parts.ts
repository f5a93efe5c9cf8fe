/** A company's cluster, by the files in deploy/cluster: etcd, Patroni, PgBouncer, HAProxy, two servers of Punctual. */
import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { identity } from '#tests/faults/debian-postgres';
import { health, ROOT, spawnPunctual, until, type PunctualProcess } from '#tests/support/punctual-process';
import { ADDRESSES, end, NETWORK, openFront, openMachine, type Machine } from './machine.ts';

const PASSWORD = 'cluster';
/** Not shorter, since Patroni logs each request and needs a query for it. */
const POLL_MS = 200;
export const FRONT = `http://${ADDRESSES.c}:8080`;

/** A program under a service manager. */
export interface Service {
  readonly name: string;
  /** Resolves when the service works. */
  start(): Promise<void>;
  /** SIGTERM is a normal stop, SIGKILL a crash. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface Node extends Service {
  readonly machine: Machine;
}

export interface Cluster {
  readonly folder: string;
  readonly etcd: readonly Node[];
  readonly patroni: readonly Node[];
  readonly pgbouncer: Service;
  readonly haproxy: Service;
  readonly punctual: readonly (Service & { output(): string })[];
  /** Resolves once the primary has the other node as its synchronous standby. */
  whole(): Promise<{ primary: Node; standby: Node }>;
  /** Switches over by Patroni's REST API, at any living node. @throws Error with its answer */
  switchOver(from: Node, to: Node): Promise<void>;
  ownerUrl(node: Node): string;
}

export async function startCluster(env: Readonly<Record<string, string>>): Promise<Cluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'punctual-cluster-'));
  own(folder);
  const front = openFront();
  const [a, b] = [await openMachine('a'), await openMachine('b')];
  const fill = (file: string, more: Readonly<Record<string, string>> = {}): string =>
    filled(folder, file, more);
  const running = (
    machine: Machine,
    name: string,
    command: readonly string[],
    works: () => Promise<boolean>,
  ) =>
    service(
      machine,
      `${name}-${machine.name}`,
      command,
      path.join(folder, `${name}-${machine.name}.log`),
      works,
    );
  const onNode = (
    name: string,
    machine: Machine,
    command: (file: string) => string[],
    url: string,
  ): Node => ({
    machine,
    ...running(machine, name, command(fill(`${name}.yml`, machine as never)), () => answers(url)),
  });

  const etcd = [a, b, front].map((machine) =>
    onNode(
      'etcd',
      machine,
      (file) => ['etcd', '--config-file', file],
      `http://${machine.address}:2379/health`,
    ),
  );
  const patroni = [a, b].map((machine) =>
    onNode('patroni', machine, (file) => ['patroni', file], `http://${machine.address}:8008/liveness`),
  );
  writeFileSync(path.join(folder, 'pgbouncer-users.txt'), `"pgbouncer" "${PASSWORD}"\n`);
  const pgbouncer = running(front, 'pgbouncer', ['pgbouncer', fill('pgbouncer.ini')], () => listens(6432));
  const haproxy = running(front, 'haproxy', ['haproxy', '-db', '-f', fill('haproxy.cfg')], () =>
    listens(8080),
  );
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', path.join(folder, 'signing-key.pem')]);
  const punctual = ['3001', '3002'].map((port) => server(fill('punctual.env', { port }), port, env));

  const cluster: Cluster = {
    folder,
    etcd,
    patroni,
    pgbouncer,
    haproxy,
    punctual,
    ownerUrl: ({ machine }) => `postgres://postgres:${PASSWORD}@${machine.address}:5432/punctual`,
    async whole() {
      let found: { primary: Node; standby: Node } | undefined;
      await until('a primary has its standby', async () => {
        await wait(POLL_MS);
        for (const [primary, standby] of [patroni, patroni.toReversed()] as [Node, Node][])
          if ((await isPrimary(primary)) && (await isSynchronous(standby, primary)))
            found = { primary, standby };
        return found !== undefined;
      });
      return found as NonNullable<typeof found>;
    },
    async switchOver(from, to) {
      const answer = await fetch(`http://${from.machine.address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from.machine.name, candidate: to.machine.name }),
      });
      if (!answer.ok) throw new Error(`Patroni does not switch over: ${await answer.text()}`);
    },
  };
  await Promise.all(etcd.map((one) => one.start()));
  await Promise.all(patroni.map((one) => one.start()));
  const { primary } = await cluster.whole();
  await haproxy.start();
  execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-f', fill('roles.sql'), adminUrl(primary)]);
  await pgbouncer.start();
  await Promise.all(punctual.map((one) => one.start()));
  await until('HAProxy finds Punctual', async () => (await health(FRONT)) === 200);
  return cluster;
}

export const isPrimary = ({ machine }: Node): Promise<boolean> =>
  answers(`http://${machine.address}:8008/primary`);

const adminUrl = ({ machine }: Node): string =>
  `postgres://postgres:${PASSWORD}@${machine.address}:5432/postgres`;

function own(file: string): void {
  const owner = identity();
  if (owner) chownSync(file, owner.uid, owner.gid);
}

/** Fills in a file of deploy/cluster. @returns the path of the copy */
function filled(folder: string, file: string, more: Readonly<Record<string, string>>): string {
  const values: Record<string, string> = {
    ...ADDRESSES,
    network: NETWORK,
    folder,
    password: PASSWORD,
    ...more,
  };
  const text = readFileSync(path.join(ROOT, 'deploy', 'cluster', file), 'utf8').replaceAll(
    /\{\{(\w+)\}\}/gu,
    (all, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`Nothing fills ${all} of ${file}.`);
      return value;
    },
  );
  const copy = path.join(folder, `${more['name'] ?? more['port'] ?? ''}${file}`);
  writeFileSync(copy, text);
  chmodSync(copy, 0o600);
  own(copy);
  return copy;
}

function service(
  machine: Machine,
  name: string,
  command: readonly string[],
  log: string,
  works: () => Promise<boolean>,
): Service {
  let child: ChildProcess | undefined;
  return {
    name,
    async start() {
      child = machine.spawn(command, log);
      await until(`${name} works`, async () => {
        if (child?.exitCode !== null)
          throw new Error(`${name} ends: ${readFileSync(log, 'utf8').slice(-2_000)}`);
        return works();
      });
    },
    stop: (signal) => end(child, signal),
  };
}

function server(file: string, port: string, env: Readonly<Record<string, string>>) {
  const settings = Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/u.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  let running: PunctualProcess | undefined;
  let before = '';
  return {
    name: `punctual-${port}`,
    async start() {
      before += running?.output() ?? '';
      running = spawnPunctual(['start'], { ...env, ...settings });
      await running.ready();
    },
    async stop(signal: 'SIGTERM' | 'SIGKILL') {
      running?.child.kill(signal);
      await running?.ended();
    },
    output: () => before + (running?.output() ?? ''),
  };
}

const listens = async (port: number): Promise<boolean> => {
  const socket = createConnection(port, ADDRESSES.c);
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
};

/** Asks the primary, since it reads etcd. A standby's own answer can be seconds old. */
async function isSynchronous(standby: Node, primary: Node): Promise<boolean> {
  try {
    const answer = await fetch(`http://${primary.machine.address}:8008/cluster`, {
      signal: AbortSignal.timeout(2_000),
    });
    const { members } = (await answer.json()) as { members: { name: string; role: string }[] };
    return members.some(({ name, role }) => name === standby.machine.name && role === 'sync_standby');
  } catch {
    return false;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
