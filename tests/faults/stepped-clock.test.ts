/**
 * The machine's clock changes while the product runs: a day ahead and back, to and fro while everybody punches,
 * and three days ahead over a restart and back. Needs Debian's `faketime`, so there is no small version.
 * tests/api/clock-back.test.ts tests how the server handles another time.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './checker.ts';
import { openCampaign } from './campaign.ts';
import { openCrowd, type Member } from './crowd.ts';
import { debianProgram } from './debian.ts';
import { newPress, type Press, type PunchAction } from './press.ts';
import { signInAdmin, startProduct, type Product } from './product.ts';
import { cycles, isSmall } from './size.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const STEPS_A_RUSH = 8;
const library = (): string =>
  debianProgram('/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1', 'faketime');
const ROUTE_OF = {
  clock_in: 'clockIn',
  break_start: 'startBreak',
  break_end: 'endBreak',
  clock_out: 'clockOut',
} as const;
const CLOCK_WAS_AHEAD = /clock was ahead and was set back/u;

describe.skipIf(isSmall)("changes of the machine's clock", () => {
  let folder = '';
  let offset = '';
  /** Sets the server's clock to `seconds` ahead of the machine's. */
  const setAhead = (seconds: number): void => writeFileSync(offset, `${seconds < 0 ? '' : '+'}${seconds}`);
  let product: Product;
  /** Presses made one after the other, all acknowledged. */
  const presses: Press[] = [];
  const at = ({ client }: Member) => client.at(product.servers[0] ?? '');

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'punctual-clock-'));
    offset = path.join(folder, 'offset');
    setAhead(0);
    product = await startProduct({
      LD_PRELOAD: library(),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_NO_CACHE: '1',
      FAKETIME_TIMESTAMP_FILE: offset,
    });
  });
  afterAll(async () => {
    await product?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** @returns the warnings that the person sees */
  async function press(person: Member, action: PunchAction): Promise<string> {
    const made = newPress(person.userId, action);
    const answer = await at(person).ask(ROUTE_OF[action], { requestId: made.requestId });
    presses.push(Object.assign(made, { status: 200, answer, answeredAt: Date.now() }));
    return answer.warnings.join(' ');
  }

  /** Repeats all acknowledged presses. The checker compares the answers. */
  async function repeatAll(people: readonly Member[]): Promise<void> {
    for (const { userId, action, requestId, repeats } of presses) {
      const person = people.find((one) => one.userId === userId);
      if (!person) throw new Error('Somebody else has pressed.');
      const { status, text } = await at(person).send(ROUTE_OF[action], { requestId });
      repeats.push({ status, answer: JSON.parse(text) });
    }
  }

  it('lose no punch and no stored answer, make no negative time, and people who punch see a warning', async () => {
    const { servers, asOwner } = product;
    const admin = await signInAdmin(servers[0] ?? '');
    const campaign = await openCampaign({ title: 'a stepped clock', servers, asOwner, admin });
    const { cycle, chance, violations, tell } = campaign;
    const few = await openCrowd({ servers, people: 4, seed: 1 });
    const [ada, bob, cleo, dan] = few.people;
    if (!ada || !bob || !cleo || !dan) throw new Error('Not all have come.');

    await press(ada, 'clock_in');
    await press(bob, 'clock_in');
    setAhead(DAY);
    // Nobody can notice yet that the clock is wrong.
    await press(bob, 'clock_out');
    await press(ada, 'break_start');
    expect(await press(cleo, 'clock_in')).not.toMatch(CLOCK_WAS_AHEAD);
    setAhead(0);
    // All four see the warning, though Dan has no punch of tomorrow.
    expect(await press(ada, 'break_end')).toMatch(CLOCK_WAS_AHEAD);
    expect(await press(cleo, 'clock_out')).toMatch(CLOCK_WAS_AHEAD);
    expect(await press(bob, 'clock_in')).toMatch(CLOCK_WAS_AHEAD);
    expect(await press(dan, 'clock_in')).toMatch(CLOCK_WAS_AHEAD);
    expect((await at(admin).ask('health', {})).warnings).toEqual(['clock']);
    expect((await at(admin).ask('monitoring', {})).recordsUntil).toBeDefined();

    const rushes = cycles(0, 3, 20);
    for (let left = rushes; left > 0; left -= 1)
      await cycle(async () => {
        for (let step = 0; step < STEPS_A_RUSH; step += 1) {
          setAhead(chance.between(-36 * HOUR, 36 * HOUR));
          await wait(chance.between(20, 200));
        }
      });
    // Restarts three days ahead, when the start deletes old rows, and then at the right time again.
    for (const ahead of [3 * DAY, 0])
      await cycle(async () => {
        await product.stop();
        setAhead(ahead);
        await product.start();
        await repeatAll(few.people);
        await press(dan, ahead > 0 ? 'break_start' : 'break_end');
      });
    violations.push(...(await asOwner((owner) => findViolations({ presses }, owner))));
    await few.close();
    tell(`${rushes * STEPS_A_RUSH + 4} steps`, `${presses.length} punches sent again after each restart`);
    expect(violations).toEqual([]);
  });
});
