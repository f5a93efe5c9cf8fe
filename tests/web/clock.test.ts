import { expect, it } from 'vitest';
import { deviceNow, learnServerTime, now } from '#web/time/clock.ts';

const MINUTE = 60_000;
/** In whole minutes. A millisecond may pass between the two readings; adding 0 makes the -0 of that a 0. */
const ahead = (): number => Math.round((now() - deviceNow()) / MINUTE) + 0;

it("the clock shows the server's time whatever the device's clock says, even after slow answers", () => {
  expect(ahead()).toBe(0);
  const device = deviceNow();
  learnServerTime(device + 72 * 60 * MINUTE, device - 100, device);
  expect(ahead()).toBe(72 * 60);
  // The device slept for an hour while the answer was on its way.
  learnServerTime(device, device - 60 * MINUTE, device);
  // Its clock was set back meanwhile.
  learnServerTime(device, device + 60 * MINUTE, device);
  expect(ahead()).toBe(72 * 60);
  learnServerTime(device + 5 * MINUTE, device - 100, device);
  expect(ahead()).toBe(5);
});
