/** Machines as network namespaces on one bridge, with no way out. They end with the process that opened them. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { signalAll } from '#tests/faults/processes';
import { until } from '#tests/support/punctual-process';

/** Addresses of the three machines: two with a database, and one in front of them. */
export const ADDRESSES = { a: '10.77.0.1', b: '10.77.0.2', c: '10.77.0.3' } as const;
export const NETWORK = '10.77.0.0/24';
export type MachineName = keyof typeof ADDRESSES;

const BRIDGE = 'punctual';
const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--'];
const ip = (...args: string[]): void => void execFileSync('ip', args);

export interface Machine {
  readonly name: MachineName;
  readonly address: string;
  /** Starts a program here as the user postgres. @param log file for its output */
  spawn(command: readonly string[], log: string): ChildProcess;
  /** Sends SIGKILL to all processes of the machine. */
  kill(): void;
  /** Cuts the machine off, without closing its connections. */
  unplug(): void;
  plug(): void;
}

/** The front machine is this process's own network namespace. */
export function openFront(): Machine {
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('addr', 'add', `${ADDRESSES.c}/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  const nothing = (): never => {
    throw new Error('The machine in front stays.');
  };
  return { ...spawning('c', []), kill: nothing, unplug: nothing, plug: nothing };
}

export async function openMachine(name: MachineName): Promise<Machine> {
  const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
  const pid = String(holder.pid);
  const here = namespaceOf('self');
  await until('the machine has a network of its own', () => namespaceOf(pid) !== here);
  const own = namespaceOf(pid);
  const line = `to-${name}`;
  const within = ['nsenter', '--target', pid, '--net', '--'];
  ip('link', 'add', line, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid);
  ip('link', 'set', line, 'master', BRIDGE, 'up');
  const [nsenter = '', ...rest] = within;
  for (const args of [
    ['link', 'set', 'lo', 'up'],
    ['addr', 'add', `${ADDRESSES[name]}/24`, 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'up'],
  ])
    execFileSync(nsenter, [...rest, 'ip', ...args]);
  return {
    ...spawning(name, within),
    kill: () =>
      signalAll(
        readdirSync('/proc')
          .map(Number)
          .filter((one) => one > 0 && one !== holder.pid && namespaceOf(String(one)) === own),
        'SIGKILL',
      ),
    unplug: () => ip('link', 'set', line, 'down'),
    plug: () => ip('link', 'set', line, 'up'),
  };
}

/** Cuts two machines off from each other, or joins them again. Both still reach the front machine. */
export function part(machines: readonly Machine[], isParted: boolean): void {
  for (const { name } of machines)
    ip('link', 'set', 'dev', `to-${name}`, 'type', 'bridge_slave', 'isolated', isParted ? 'on' : 'off');
}

function spawning(name: MachineName, within: readonly string[]): Pick<Machine, 'name' | 'address' | 'spawn'> {
  return {
    name,
    address: ADDRESSES[name],
    spawn(command, log) {
      const [program = '', ...args] = [...within, ...AS_POSTGRES, ...command];
      const file = openSync(log, 'a');
      const child = spawn(program, args, { cwd: '/', stdio: ['ignore', file, file] });
      closeSync(file);
      return child;
    },
  };
}

/** Ends a spawned process, and waits until it is gone. */
export async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

function namespaceOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return '';
  }
}
