/**
 * `npm run bench -- signin`: measures sign-ins a second with 8 people at a time. For comparison, argon2 alone checks
 * passwords on the same core, also 8 at a time. Also measures the slowest of 500 sign-ins at once from one address;
 * none may be refused. Smaller: BENCH_PEOPLE=50 BENCH_SECONDS=1. Needs a build.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { routes } from '#contract/routes';
import { hashPassword } from '#server/people/credentials/passwords';
import { count, ms, PEOPLE, rounds, SECONDS, type Figure } from './pinned/figure.ts';
import { closedLoop, openLine, post } from './pinned/load.ts';
import { CORES, openServer, PASSWORD } from './pinned/server.ts';

const CLIENTS = 8;
const OFFICE = 500;
const LAST_WITHIN_MS = 60_000;
/** Required fraction of argon2's rate: 75 of about 90 a second. */
const PART = 75 / 90;

/** A script that prints argon2's password checks a second. */
const ARGON2 = `
  import { verify } from '@node-rs/argon2';
  const [hash, password, seconds, clients] = process.argv.slice(1);
  const began = performance.now();
  let done = 0;
  const check = async () => {
    for (; performance.now() < began + seconds * 1000; done += 1) await verify(hash, password);
  };
  await Promise.all(Array.from({ length: clients }, check));
  console.log((done * 1000) / (performance.now() - began));`;

/** @returns password checks a second on the server's core */
export async function argon2(hash: string, clients = CLIENTS): Promise<number> {
  const given = [hash, PASSWORD, String(SECONDS), String(clients)];
  const node = [process.execPath, '--input-type=module', '-e', ARGON2, ...given];
  const [command = '', ...rest] = CORES ? ['taskset', '-c', CORES.server, ...node] : node;
  return Number((await promisify(execFile)(command, rest)).stdout);
}

export async function measure(): Promise<Figure[]> {
  const server = await openServer({ people: PEOPLE.usual, days: 1 });
  try {
    const hash = await hashPassword(PASSWORD);
    let turn = 0;
    const signIns = () =>
      closedLoop(server, CLIENTS, SECONDS, () => {
        turn += 1;
        const email = server.people[turn % server.people.length]?.email;
        return post(server.url, '', routes.signIn.path, { email, password: PASSWORD });
      });
    await signIns();
    const { rate, most, ratio, p99 } = await rounds(async () => {
      const { perSecond, p99 } = await signIns();
      const most = await argon2(hash);
      return { rate: perSecond, most, ratio: perSecond / most, p99 };
    });
    const office = Array.from({ length: OFFICE }, (_, index) => server.people[index % server.people.length]);
    const lines = await Promise.all(office.map(() => openLine(server.url)));
    const began = performance.now();
    await Promise.all(
      lines.map((line, index) =>
        line.ask(
          post(server.url, '', routes.signIn.path, { email: office[index]?.email, password: PASSWORD }),
        ),
      ),
    );
    const last = performance.now() - began;
    for (const line of lines) line.close();
    return [
      {
        label: `the last of ${OFFICE} who sign in at once from one address`,
        value: last,
        unit: 'ms',
        limit: LAST_WITHIN_MS,
        note: 'none refused',
      },
      {
        label: `sign-ins beside argon2 alone, K=${CLIENTS}`,
        value: ratio,
        unit: 'x',
        limit: PART,
        isAtLeast: true,
        note: `${count(rate)}/s of ${count(most)}/s; p99 ${ms(p99)}`,
      },
    ];
  } finally {
    await server.close();
  }
}
