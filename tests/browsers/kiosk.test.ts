/** The kiosk by the door, in browsers that the end-to-end tests do not use. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Screen } from './screen.ts';
import { ADMIN, BROWSERS, openWorkplace, type Workplace } from './workplace.ts';
import { EMPLOYEE, register, signIn } from './ways.ts';

const BADGE = '0007654321';
const ADMIN_PIN = '271828';
const PIN = '161803';
/** The same person's badge changes nothing within this time. */
const REPEATED_MS = 10_500;
const WAITING = 'Hold your badge to the reader';

describe.each(BROWSERS)('in $name', ({ launch }) => {
  let workplace: Workplace;
  let admin: Screen;
  let kiosk: Screen;
  let clockedInAt = 0;
  let hasFailed = false;
  beforeAll(async () => void (workplace = await openWorkplace(launch)));
  afterAll(() => workplace.close());
  // Each test continues where the previous one ended.
  beforeEach((context) => {
    context.skip(hasFailed, 'a step before it failed');
    context.onTestFailed(() => void (hasFailed = true));
  });

  it('an administrator makes a tablet a kiosk by the code that it shows', async () => {
    const { screen: employee } = await workplace.arrive();
    await register(employee);
    await signIn(employee, EMPLOYEE);
    await choosePin(employee, EMPLOYEE.password, PIN);
    kiosk = (await workplace.arrive('kiosk')).screen;
    await kiosk.sees('Make this tablet a kiosk', 'Valid until');
    const [, code = ''] = /kiosk (\w{4} \w{4}) An/.exec(await kiosk.text()) ?? [];
    admin = (await workplace.arrive(`#settings/kiosks?code=${code.replace(' ', '')}`)).screen;
    await signIn(admin, ADMIN);
    await choosePin(admin, ADMIN.password, ADMIN_PIN);
    await admin.fill('Name', 'Gate');
    await admin.press('button', 'Add a kiosk');
    await kiosk.sees(WAITING, 'Gate');
  });

  it('a name and a PIN clock in', async () => {
    await kiosk.press('button', 'Name and PIN');
    await kiosk.fill('Your name', 'may');
    await kiosk.press('button', EMPLOYEE.name, false);
    await pressPin(kiosk, PIN);
    await kiosk.sees(EMPLOYEE.name, 'Clocked in at');
    clockedInAt = performance.now();
    await kiosk.sees(WAITING);
  });

  it('an unknown badge is registered there by an administrator', async () => {
    await holdBadge(kiosk);
    await kiosk.sees('This badge is not registered');
    await kiosk.press('button', 'Administrator: register it');
    const { user } = await ask<{ user: { employeeId: string } }>(admin, 'session');
    await kiosk.press('field', 'Hold your own badge to the reader, or enter your employee ID');
    await typeAsPerson(kiosk, user.employeeId);
    await kiosk.press('button', 'Enter your PIN');
    await pressPin(kiosk, ADMIN_PIN);
    await kiosk.fill('Whose badge is it?', 'may');
    await kiosk.press('button', EMPLOYEE.name, false);
    await kiosk.sees(`This badge now belongs to ${EMPLOYEE.name}`);
  });

  it('a badge held to a reader asks what to do; the same keys typed by a person do nothing', async () => {
    await kiosk.sees(WAITING);
    await typeAsPerson(kiosk, `${BADGE}\n`);
    expect(await kiosk.text()).toContain(WAITING);
    await wait(Math.max(0, clockedInAt + REPEATED_MS - performance.now()));
    await holdBadge(kiosk);
    await kiosk.sees(EMPLOYEE.name, 'Clocked in since');
    await kiosk.press('button', 'Start Break');
    await kiosk.sees('Break started at');
  });

  it('without its server, the kiosk opens, keeps a press, and sends it later', async () => {
    await expect.poll(() => kiosk.tab.evaluate(isPageKept, null), { timeout: 60_000 }).toBe(true);
    await workplace.line.cut();
    await kiosk.tab.reload();
    await kiosk.sees(WAITING, 'No connection: clock-ins are kept on this device');
    await holdBadge(kiosk);
    await kiosk.press('button', 'End Break');
    await kiosk.sees('Kept on this device', '1 kept, not sent yet');
    await kiosk.tab.reload();
    await kiosk.sees(WAITING, '1 kept, not sent yet');
    await workplace.line.mend();
    await kiosk.seesNoMore('not sent yet');
    await kiosk.seesNoMore('No connection');
    const { kiosks } = await ask<{ kiosks: { kept: object[] }[] }>(admin, 'kiosks');
    expect(kiosks[0]?.kept).toMatchObject([{ punch: 'break_end', outcome: 'recorded', reason: null }]);
  });
});

/** Calls a route as this page. */
const ask = <Answer>({ tab }: Screen, path: string, body: object | null = null): Promise<Answer> =>
  tab.evaluate(
    async ([address, input]) => {
      const sent = input && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      };
      const answer = await fetch(`/api/${address}`, sent ?? {});
      if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
      return answer.json() as Answer;
    },
    [path, body] as const,
  );

async function choosePin(screen: Screen, currentPassword: string, pin: string): Promise<void> {
  await ask(screen, 'account/confirm', { currentPassword });
  await ask(screen, 'account/pin', { pin });
}

/** All keys of a reader are one command, since each command takes as long as a person's key. */
const holdBadge = ({ tab }: Screen): Promise<void> => tab.type(`${BADGE}\n`);

async function typeAsPerson({ tab }: Screen, text: string): Promise<void> {
  for (const key of text) {
    await tab.type(key);
    await wait(100);
  }
}

const pressPin = async (screen: Screen, pin: string): Promise<void> => {
  for (const digit of pin) await screen.press('button', digit);
};
const isPageKept = async (): Promise<boolean> => (await caches.match('/kiosk')) !== undefined;
