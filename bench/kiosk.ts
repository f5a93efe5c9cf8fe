/**
 * `npm run bench -- kiosk`: measures a kiosk's page on a phone's processor with 150 ms of network, and its punches
 * beside an employee's own. Smaller: BENCH_PEOPLE=300 BENCH_SECONDS=1. Needs a build and Chromium.
 */
import { routes, type InputOf } from '#contract/routes';
import { KIOSK_DEFAULTS } from '#domain/kiosk/options';
import { hashPassword } from '#server/people/credentials/passwords';
import { createSecretBox } from '#server/people/second-factor/secret-key';
import { ApiClient } from '#tests/api/client';
import { openTablet } from './kiosk/tablet.ts';
import { count, median, ms, PEOPLE, RECENT_DAYS, rounds, SECONDS, type Figure } from './pinned/figure.ts';
import { closedLoop, nextPunch, openLine, percentiles, post, punchesOf, type Line } from './pinned/load.ts';
import { asOwner, openServer, PASSWORD, type Person, type Server } from './pinned/server.ts';
import { argon2 } from './signin.ts';

/** People who hold their badges one by one, then in rows. */
const [ONE_BY_ONE, ROWS, ROW] = [20, 3, 30];
const RELOADS = 5;
const WITH_PIN = 30;
const [PIN, WRONG_PIN] = ['271828', '161803'];
const TURNS = 100;

const numberOf = (person?: Person): string => /\d+/.exec(person?.email ?? '')?.[0] ?? '';
const badgeOf = (person: Person): string => numberOf(person).padStart(10, '0');
const figure = (label: string, value: number, unit: string, limit: number, note: string): Figure => {
  return { label, value, unit, limit, note };
};

export async function measure(): Promise<Figure[]> {
  const server = await openServer({ people: PEOPLE.usual, days: RECENT_DAYS });
  try {
    const gate = await openGate(server);
    return [
      ...(await measurePage(gate)),
      ...(await comparePunches(gate)),
      await measureStorm(gate),
      await compareGuesses(gate),
    ];
  } finally {
    await server.close();
  }
}

type Gate = Awaited<ReturnType<typeof openGate>>;
/** Pairs a kiosk, and gives badges and PINs. */
async function openGate(server: Server) {
  const { url, people, admins } = server;
  const browser = (cookie = ''): ApiClient => Object.assign(new ApiClient(url), { headers: { cookie } });
  const kiosk = new ApiClient(url);
  const { code } = await kiosk.ask('pairKiosk', {});
  const options = { ...KIOSK_DEFAULTS, badgeClocksOut: true, confirmSeconds: 2 };
  await browser(admins[0]).ask('addKiosk', {
    requestId: crypto.randomUUID(),
    code,
    name: 'Gate',
    scope: [],
    options,
  });
  await registerBadges(server);
  const withPin = people.slice(0, WITH_PIN);
  for (const { cookie } of withPin) await browser(cookie).ask('choosePin', { pin: PIN });
  const atPage = people.slice(WITH_PIN, WITH_PIN + ONE_BY_ONE + ROWS * ROW);
  const others = { url, people: people.slice(WITH_PIN + atPage.length) };
  const hash = await hashPassword(PASSWORD);
  return { server, kiosk: kiosk.cookie, withPin, atPage, others, hash };
}

/** Not by the route, which hashes an administrator's PIN for each badge. */
async function registerBadges({ dataDir, people, sockets }: Server): Promise<void> {
  const box = createSecretBox({ secretKey: null, dataDir });
  const digests = people.map((person) => box.digest(badgeOf(person), 'badge'));
  const insert = `INSERT INTO badge (id, user_id, kind, digest, created_at)
    SELECT gen_random_uuid(), id, 'badge', digest, now() FROM unnest($1::uuid[], $2::bytea[]) AS of (id, digest)`;
  await asOwner({ sockets }, (owner) => owner.query(insert, [people.map(({ id }) => id), digests]));
}

async function measurePage({ server, kiosk, atPage }: Gate): Promise<Figure[]> {
  const tablet = await openTablet(server.url, kiosk);
  const [taken, rows, reloads]: [number[], number[], number[]] = [[], [], []];
  const hold = async (person: Person) =>
    taken.push(await tablet.holdBadge(badgeOf(person), `Person ${numberOf(person).padStart(5, '0')}`));
  for (const person of atPage.slice(0, ONE_BY_ONE)) {
    await tablet.waitForWaiting();
    await hold(person);
  }
  for (let from = ONE_BY_ONE; from < atPage.length; from += ROW) {
    await tablet.waitForWaiting();
    const began = performance.now();
    for (const person of atPage.slice(from, from + ROW)) await hold(person);
    rows.push((performance.now() - began) / 1000);
  }
  while (reloads.length < RELOADS) reloads.push(await tablet.reloadOffline());
  await tablet.close();
  const { p50, p95 } = percentiles(taken);
  const note = `the slowest of ${RELOADS}; p50 ${ms(median(reloads))}`;
  return [
    figure("from the badge's Enter to the confirmation, p95", p95, 'ms', 700, `p50 ${ms(p50)}`),
    figure(`${ROW} badges in a row`, Math.max(...rows), 's', 90, `the slowest of ${ROWS} rows`),
    figure('waiting screen after a reload without a network', Math.max(...reloads), 'ms', 2000, note),
  ];
}

const press = ({ server, kiosk }: Gate, input: Omit<InputOf<'kioskPunch'>, 'requestId'>): string =>
  post(server.url, kiosk, routes.kioskPunch.path, { requestId: crypto.randomUUID(), ...input });

/** Says which punch, since the same person within 10 s would change nothing. */
function pinPress(gate: Gate, number: number): string {
  const { person } = nextPunch({ url: '', people: gate.withPin }, number);
  return press(gate, { who: { userId: person.id, pin: PIN }, punch: person.isIn ? 'clock_in' : 'clock_out' });
}

/** @param refusal code that the answer may have */
async function timed(line: Line, request: string, refusal?: string): Promise<number> {
  const sent = performance.now();
  await line.ask(request).catch((error: Error) => {
    if (refusal === undefined || !error.message.includes(refusal)) throw error;
  });
  return performance.now() - sent;
}

async function comparePunches(gate: Gate): Promise<Figure[]> {
  const line = await openLine(gate.server.url);
  let turn = -1;
  const { own, badge, pin } = await rounds(async () => {
    turn += 1;
    const own = await timed(line, nextPunch(gate.others, turn).request);
    const { person } = nextPunch(gate.others, turn + TURNS);
    const badge = await timed(line, press(gate, { who: { badge: badgeOf(person) } }));
    return { own, badge, pin: await timed(line, pinPress(gate, turn)) };
  }, TURNS);
  const hashing = 1000 / (await argon2(gate.hash, 1));
  const ofPin = `${ms(pin)} of ${ms(badge)} and ${ms(hashing)}`;
  return [
    figure("a badge's punch beside an employee's own", badge / own, 'x', 2.5, `${ms(badge)} of ${ms(own)}`),
    figure("a PIN's punch beside a badge's and one argon2", pin / (badge + hashing), 'x', 1.5, ofPin),
  ];
}

/** Compares with argon2 alone, one at a time, beside the same punches on the server's core. */
async function measureStorm(gate: Gate): Promise<Figure> {
  const punches = () => closedLoop(gate.server, 1, SECONDS, punchesOf(gate.others, 1));
  const storm = () => closedLoop(gate.server, WITH_PIN, SECONDS, (client) => pinPress(gate, client));
  const { alone, beside, stormy, pins } = await rounds(async () => {
    const { p95: alone } = await punches();
    const [{ p95: beside }] = await Promise.all([punches(), argon2(gate.hash, 1)]);
    const [{ p95: stormy }, { perSecond: pins }] = await Promise.all([punches(), storm()]);
    return { alone, beside, stormy, pins };
  });
  const label = `p95 of others' punches while ${WITH_PIN} people enter PINs, beside one argon2 instead`;
  const note = `${ms(stormy)} of ${ms(beside)}; ${ms(alone)} without either; ${count(pins)} PINs/s`;
  return figure(label, stormy / beside, 'x', 2, note);
}

async function compareGuesses(gate: Gate): Promise<Figure> {
  const line = await openLine(gate.server.url);
  let turn = 0;
  const { known, unknown } = await asOwner(gate.server, (owner) => {
    const guess = async (employeeId: string): Promise<number> => {
      // The kiosk would take badges only after 20 wrong PINs.
      await owner.query('DELETE FROM rate_limit');
      return timed(line, press(gate, { who: { employeeId, pin: WRONG_PIN } }), 'kiosk_pin_wrong');
    };
    return rounds(async () => {
      turn += 1;
      const known = await guess(`BENCH-${numberOf(gate.withPin[turn % WITH_PIN])}`);
      return { known, unknown: await guess(`NOBODY-${turn}`) };
    }, TURNS);
  });
  const note = `${(unknown / known).toFixed(3)} x: ${ms(unknown)} of ${ms(known)}`;
  const apart = Math.max(known / unknown, unknown / known);
  return figure('a wrong PIN of an unknown employee ID and a known one', apart, 'x', 1.1, note);
}
