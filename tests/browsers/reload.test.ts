/** A short test, which runs on every machine with these browsers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS, openWorkplace, type Workplace } from './workplace.ts';
import { EMPLOYEE, register, signIn } from './ways.ts';

describe.each(BROWSERS)('in $name', ({ launch }) => {
  let workplace: Workplace;
  beforeAll(async () => void (workplace = await openWorkplace(launch)));
  afterAll(() => workplace.close());

  it('a person who reloads several times stays signed in and can punch', async () => {
    const { screen } = await workplace.arrive();
    await register(screen);
    await signIn(screen, EMPLOYEE);
    for (let time = 0; time < 3; time++) {
      await screen.sees('Employee Dashboard', 'No activity recorded today');
      await screen.tab.reload();
    }
    await screen.press('button', 'Clock In');
    await screen.sees('Clock-in successful');
    await screen.tab.reload();
    await screen.press('button', 'Clock Out');
    await screen.sees('Clocked-out successful');
    expect(workplace.browser).toMatch(/\d/);
  });
});
