import { describe, expect, it } from 'vitest';
import { accessibilityFaults, DESK, NARROW, overflowsSideways, PHONE, takePictures, type Visit } from './browser.ts';
import { FRIDAY_MORNING, MINUTE, onStage, signIn, type Stage } from './stage.ts';

/** Friday, November 20, 2026, 14:25 in Kathmandu. */
const FRIDAY_AFTERNOON = FRIDAY_MORNING + 330 * MINUTE;

async function atWork(stage: Stage, viewport = DESK): Promise<Visit> {
  const visit = await stage.visit({ viewport });
  await signIn(visit, await stage.veteran());
  await visit.page.getByRole('table', { name: 'My timesheet' }).waitFor();
  return visit;
}

describe('pictures', () => {
  it('a working day', () => onStage(async (stage) => {
    const visit = await atWork(stage);
    await takePictures(visit.page, 'dashboard-working', [NARROW, PHONE, DESK]);
    expect(await accessibilityFaults(visit.page)).toEqual([]);
    for (const width of [320, 360, 768, 1024, 1280]) {
      await visit.page.setViewportSize({ width, height: 800 });
      expect(await overflowsSideways(visit.page), String(width)).toBe(false);
    }
    await visit.page.getByRole('group', { name: 'Time Summary of' }).getByRole('button', { name: 'Month' }).click();
    await visit.page.getByRole('group', { name: 'My timesheet by' }).getByRole('button', { name: 'Month' }).click();
    await visit.page.getByText('Show as a table').click();
    await takePictures(visit.page, 'dashboard-month', [NARROW, PHONE, { width: 768, height: 900 }, DESK]);
    expect(await accessibilityFaults(visit.page)).toEqual([]);
  }, { now: FRIDAY_AFTERNOON }));
});
