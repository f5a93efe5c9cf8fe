import { expect, it } from 'vitest';
import { deviceNow, adjustToServerTime, now } from '#web/time/clock.ts';

const MINUTE = 60_000;
/** In whole minutes. A millisecond may pass between the readings and round to -0; adding 0 makes it 0. */
const ahead = (): number => Math.round((now() - deviceNow()) / MINUTE) + 0;

it("the clock shows the server's time whatever the device's clock says, even after slow answers", () => {
  expect(ahead()).toBe(0);
  const device = deviceNow();
  adjustToServerTime(device + 72 * 60 * MINUTE, device - 100, device);
  expect(ahead()).toBe(72 * 60);
  // The device slept for an hour while the answer was on its way.
  adjustToServerTime(device, device - 60 * MINUTE, device);
  // The device's clock was set back meanwhile.
  adjustToServerTime(device, device + 60 * MINUTE, device);
  expect(ahead()).toBe(72 * 60);
  adjustToServerTime(device + 5 * MINUTE, device - 100, device);
  expect(ahead()).toBe(5);
});
