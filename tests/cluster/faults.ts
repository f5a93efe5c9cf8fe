/** Faults of the cluster, each with a limit in seconds for people who press a button meanwhile. */
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '#tests/support/punctual-process';
import { part } from './machine.ts';
import { isPrimary, type Cluster, type Service } from './parts.ts';

interface Fault {
  readonly name: string;
  /** Longest wait for an answer, retries included. */
  readonly limitS: number;
  /** Causes the fault. Resolves when everything is repaired that needs a person. */
  happen(): Promise<void>;
}

const NO_FAILOVER_S = 5;
const FAILOVER_S = 15;
/** Pause before a service manager restarts a program (RestartSec). */
const RESTART_MS = 1_000;

async function restart(one: Service, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  await one.stop(signal);
  if (signal === 'SIGKILL') await wait(RESTART_MS);
  await one.start();
}

export function faultsOf(cluster: Cluster): Fault[] {
  const { etcd, patroni, pgbouncer, haproxy, punctual, whole } = cluster;
  const inTurn = (services: readonly Service[]) => async () => {
    for (const one of services) {
      await restart(one);
      await whole();
    }
  };
  return [
    { name: 'rolling restart of Punctual', limitS: NO_FAILOVER_S, happen: inTurn(punctual) },
    { name: 'rolling restart of etcd', limitS: NO_FAILOVER_S, happen: inTurn(etcd) },
    { name: 'restart of PgBouncer', limitS: NO_FAILOVER_S, happen: inTurn([pgbouncer]) },
    { name: 'restart of HAProxy', limitS: NO_FAILOVER_S, happen: inTurn([haproxy]) },
    {
      name: 'rolling restart of the databases, with a switchover',
      limitS: FAILOVER_S,
      async happen() {
        const { primary, standby } = await whole();
        await restart(standby);
        await whole();
        await cluster.switchOver(primary, standby);
        await whole();
        await restart(primary);
        await whole();
      },
    },
    {
      name: 'kill -9 of a Punctual',
      limitS: NO_FAILOVER_S,
      happen: async () => {
        for (const one of punctual.slice(0, 1)) await restart(one, 'SIGKILL');
      },
    },
    { name: 'kill -9 of HAProxy', limitS: NO_FAILOVER_S, happen: () => restart(haproxy, 'SIGKILL') },
    { name: 'kill -9 of PgBouncer', limitS: NO_FAILOVER_S, happen: () => restart(pgbouncer, 'SIGKILL') },
    {
      name: 'kill -9 of all on the primary machine',
      limitS: FAILOVER_S,
      async happen() {
        const { primary, standby } = await whole();
        primary.machine.kill();
        await until('the standby leads', () => isPrimary(standby));
        await Promise.all(
          [...etcd, ...patroni]
            .filter(({ machine }) => machine === primary.machine)
            .map((one) => one.start()),
        );
        await whole();
      },
    },
    {
      name: 'a partition between the two databases',
      limitS: FAILOVER_S,
      async happen() {
        const machines = patroni.map(({ machine }) => machine);
        part(machines, true);
        await wait(20_000);
        part(machines, false);
        await whole();
      },
    },
    {
      name: 'the primary cut off from all others',
      limitS: FAILOVER_S,
      async happen() {
        const { primary, standby } = await whole();
        primary.machine.unplug();
        await until('the standby leads', () => isPrimary(standby));
        await wait(5_000);
        primary.machine.plug();
        await whole();
      },
    },
  ];
}
