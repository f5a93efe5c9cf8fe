/** A kiosk without a network, whose presses are sent later, for tests. */
import { beforeEach, expect } from 'vitest';
import type { InputOf } from '#contract/routes';
import type { Punch } from '#domain/entry/time-entry';
import { MS_PER_HOUR } from '#domain/time/units';
import { ledgerFaults } from '#tests/support/ledger-faults';
import { giveBadge, makeKiosk, sealFor } from '#tests/make-kiosk';
import { makeAdmin, makeEmployee, requestId, type Person, type TestServer } from '#tests/make';
import { setUpServer } from '#tests/set-up';
import type { ApiClient } from './client.ts';

export let server: TestServer;
type Kept = InputOf<'kioskKept'>;
type Seal = Awaited<ReturnType<typeof sealFor>>;
interface Tablet {
  readonly client: ApiClient;
  readonly id: string;
  readonly seal: Seal;
}
let tests = 0;
export let today = '';
export let badge = '';
export let admin: Person;
export let ana: Person;
export let gate: Tablet;
export const instant = (time: string, day = today): string => `${day}T${time}:00.000Z`;
export const at = (time: string, day?: string): void => server.clock.set(instant(time, day));
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * 24 * MS_PER_HOUR).toISOString().slice(0, 10);

export async function tabletNamed(name: string): Promise<Tablet> {
  const { client, id } = await makeKiosk(server, admin, { name });
  return { client, id, seal: await sealFor(client) };
}

/** Goes on to another week and person, since the record never goes back. */
export async function freshWeek(): Promise<void> {
  tests += 1;
  badge = `B000${tests}`;
  today = dayAfter('2026-11-23', 7 * tests);
  at('05:00');
  ana = await makeEmployee(server, { name: 'Ana' });
  await giveBadge(server, ana, badge);
}
/** Another day for presses of this test. */
export const goTo = (day: string): void => void (today = day);

/** Each test has a week and a tablet of its own, paired at 05:00. */
export function freshTablet(): void {
  server = setUpServer();
  beforeEach(async () => {
    await freshWeek();
    admin = await makeAdmin(server);
    gate = await tabletNamed('Gate');
  });
}

let counter = 0;
type Claim = Partial<Omit<Kept['presses'][number], 'who'>> & { readonly who?: Parameters<Seal>[0] };
/** A press as the tablet keeps it: its clock is right, and it was last answered at 05:00. */
export async function press(punch: Punch, time: string, claim: Claim = {}, { seal }: Tablet = gate) {
  counter += 1;
  const { who = { badge }, ...rest } = claim;
  const pressedAt = instant(time);
  const made = {
    requestId: requestId(),
    counter,
    punch,
    at: pressedAt,
    offsetMs: 0,
    answeredAt: instant('05:00'),
    steadyMs: Date.parse(pressedAt) - Date.parse(instant('05:00')),
    ...rest,
  };
  return { ...made, who: await seal(who, made) };
}
export type Press = Awaited<ReturnType<typeof press>>;
export const deliver = async (
  presses: readonly Press[],
  { client }: Tablet = gate,
  more: Partial<Kept> = {},
) => {
  const deviceNow = new Date(server.clock.now()).toISOString();
  return (await client.ask('kioskKept', { deviceNow, presses: [...presses], ...more })).outcomes;
};
export const outcomesOf = async (presses: readonly Press[], tablet = gate, more: Partial<Kept> = {}) =>
  (await deliver(presses, tablet, more)).map(({ outcome, reason }) => [outcome, reason]);
export const RECORDED = ['recorded', null];
export const requested = (reason: string) => ['requested', reason];
export const refused = (reason: string) => ['refused', reason];

export const entries = async () =>
  (await ana.client.ask('myTimeEntries', { from: today, to: dayAfter(today, 6) })).entries
    .map(({ clockIn, clockOut, break: breaks, setAsideAt }) => ({
      clockIn,
      clockOut,
      ...(breaks && { breaks: breaks.map(({ start, end = null }) => [start, end]) }),
      ...(setAsideAt === undefined ? {} : { setAsideAt }),
    }))
    .toReversed();
export const requests = async () =>
  (await ana.client.ask('clock', {})).corrections.filter(({ state }) => state === 'asked');
export const approve = async (): Promise<void> => {
  for (const { id, version } of await requests())
    await admin.client.ask('decideCorrections', {
      requestId: requestId(),
      corrections: [{ id, version }],
      action: 'agree',
    });
};
export const verified = async (): Promise<void> =>
  void expect(await ledgerFaults(server.test.database.pool)).toEqual([]);
