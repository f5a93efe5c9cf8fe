import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DESK, type Visit } from './browser.ts';
import { FRIDAY_MORNING, MINUTE, onStage, type Stage } from './stage.ts';
import {
  activityOf,
  arrive,
  button,
  clockOf,
  DAY,
  HOUR,
  press,
  punch,
  shows,
  timesheetOf,
} from './working-day.ts';

const FORMULA = '=HYPERLINK("http://evil.example","Pay")';
const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

/** A day in last week's Monday with a break, and an hour and a half of this Friday, in two entries. */
async function twoWeeks(stage: Stage, name = 'Maya Gurung'): Promise<Visit> {
  const visit = await arrive(stage, await stage.hire(name), { viewport: DESK });
  await visit.page.getByLabel('Notes').fill('Stocktaking');
  await punch(visit, 'Clock In');
  await stage.pass(3 * HOUR);
  await punch(visit, 'Start Break');
  await stage.pass(30 * MINUTE);
  await punch(visit, 'End Break');
  await stage.pass(5 * HOUR);
  await punch(visit, 'Clock Out');
  await stage.pass(11 * DAY - 8 * HOUR - 30 * MINUTE);
  await visit.page.reload();
  await punch(visit, 'Clock In');
  await stage.pass(HOUR);
  await punch(visit, 'Clock Out');
  await punch(visit, 'Clock In');
  await stage.pass(30 * MINUTE);
  return visit;
}
/** The clock's next beat may be a second away. */
const PATIENCE = { timeout: 20_000 };
const onMonday = { now: FRIDAY_MORNING - 11 * DAY };

/** The table as texts, without its heading. */
const rows = async (visit: Visit): Promise<string[][]> =>
  (await timesheetOf(visit).getByRole('row').allInnerTexts()).slice(1).map((row) =>
    row
      .split(/\s*\t\s*|\n+/)
      .map((cell) => cell.trim())
      .filter((cell) => cell !== ''),
  );
const figures = async (visit: Visit): Promise<string> =>
  (await timesheetOf(visit).locator('dl').innerText()).replaceAll(/\s+/g, ' ');

async function download(visit: Visit): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([visit.page.waitForEvent('download'), press(visit, 'Download CSV')]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

describe('my timesheet', () => {
  it('shows this week: each entry with its times, breaks, notes and address, the total of each day and of all', () =>
    onStage(async (stage) => {
      const visit = await twoWeeks(stage);
      await shows(visit, 'Nov 16, 2026 - Nov 22, 2026');
      await timesheetOf(visit).getByText('1h 30m').first().waitFor();
      await expect
        .poll(() => rows(visit), PATIENCE)
        .toEqual([
          ['Fri Nov 20, 2026', '09:55', 'Still clocked in', '-', 'IP: 127.0.0.1', '30m', '1h 30m'],
          ['Nov 20, 2026', '08:55', '09:55', '-', 'IP: 127.0.0.1', '1h'],
        ]);
      await expect.poll(() => figures(visit), PATIENCE).toBe('Total 1h 30m Breaks 0m Days worked 1');
    }, onMonday));

  it('goes back and forth by weeks, and to the present by one press', () =>
    onStage(async (stage) => {
      const visit = await twoWeeks(stage);
      expect(await button(visit, 'Next week').getAttribute('aria-disabled')).toBe('true');
      await press(visit, 'Previous week');
      await shows(visit, 'Nov 09, 2026 - Nov 15, 2026');
      await timesheetOf(visit).getByText('Stocktaking').waitFor();
      await expect
        .poll(() => rows(visit), PATIENCE)
        .toEqual([
          [
            'Mon Nov 09, 2026',
            '08:55',
            '17:25',
            '11:55 - 12:25',
            '30m',
            'Stocktaking',
            'IP: 127.0.0.1',
            '8h',
            '8h',
          ],
        ]);
      await expect.poll(() => figures(visit), PATIENCE).toBe('Total 8h Breaks 30m Days worked 1');
      await press(visit, 'Previous week');
      await shows(visit, 'No entries in this week');
      await press(visit, 'This week');
      await shows(visit, 'Nov 16, 2026 - Nov 22, 2026');
      await press(visit, 'Previous week');
      await press(visit, 'Next week');
      await timesheetOf(visit).getByText('Still clocked in').waitFor();
    }, onMonday));

  it('shows whole months, across the turn of the year too', () =>
    onStage(async (stage) => {
      const visit = await twoWeeks(stage);
      await timesheetOf(visit).getByRole('button', { name: 'Months' }).click();
      await shows(visit, 'Nov 01, 2026 - Nov 30, 2026');
      await timesheetOf(visit).getByText('Stocktaking').waitFor();
      await expect.poll(() => figures(visit), PATIENCE).toBe('Total 9h 30m Breaks 30m Days worked 2');
      for (let back = 0; back < 11; back += 1) await press(visit, 'Previous month');
      await shows(visit, 'Dec 01, 2025 - Dec 31, 2025');
      await shows(visit, 'No entries in this month');
    }, onMonday));

  it("is saved as '{employee name}_timesheet.csv' with Date, Clock In, Clock Out, Hours and Notes", () =>
    onStage(async (stage) => {
      const visit = await twoWeeks(stage);
      await timesheetOf(visit).getByRole('button', { name: 'Months' }).click();
      await timesheetOf(visit).getByText('Stocktaking').waitFor();
      expect(await download(visit)).toEqual({
        name: 'Maya Gurung_timesheet.csv',
        text: 'Date,Clock In,Clock Out,Hours,Notes\r\n"Nov 20, 2026",09:55,,0,\r\n"Nov 20, 2026",08:55,09:55,1.00,\r\n"Nov 09, 2026",08:55,17:25,8.00,Stocktaking\r\n',
      });
    }, onMonday));

  it('says so when it cannot be loaded, and tries again', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      visit.expectProblem(/ERR_|status of 503/);
      await visit.page.route('**/api/time-entries*', (route) => route.abort('connectionfailed'));
      await press(visit, 'Previous week');
      await shows(visit, 'Your timesheet could not be loaded.');
      await visit.page.unroute('**/api/time-entries*');
      await timesheetOf(visit).getByRole('button', { name: 'Try again' }).click();
      await shows(visit, 'No entries in this week');
    }));

  it('says so when the file cannot be made, and tries again', () =>
    onStage(async (stage) => {
      const visit = await twoWeeks(stage);
      visit.expectProblem(/No room/);
      await visit.page.evaluate(() => {
        const made = URL.createObjectURL.bind(URL);
        URL.createObjectURL = () => {
          URL.createObjectURL = made;
          throw new Error('No room');
        };
      });
      await press(visit, 'Download CSV');
      await shows(visit, 'The file could not be made.');
      const [file] = await Promise.all([visit.page.waitForEvent('download'), press(visit, 'Try again')]);
      expect(file.suggestedFilename()).toBe('Maya Gurung_timesheet.csv');
    }, onMonday));
});

describe('what people type as notes', () => {
  it.each([
    ['script', SCRIPT, `"${SCRIPT.replaceAll('"', '""')}"`],
    ['a formula', FORMULA, `"'${FORMULA.replaceAll('"', '""')}"`],
  ])('as %s stays text on the screen and in the file', (_kind, notes, cell) =>
    onStage(async (stage) => {
      const visit = await arrive(stage, await stage.hire('Maya <b>Gurung</b>'), { viewport: DESK });
      await visit.page.getByLabel('Notes').fill(notes);
      await punch(visit, 'Clock In');
      await visit.page.getByRole('region', { name: 'Active Session' }).getByText(notes).waitFor();
      for (const place of [activityOf(visit), timesheetOf(visit)]) await place.getByText(notes).waitFor();
      expect(await visit.page.title()).toBe('Punctual');
      const file = await download(visit);
      expect(file.text).toContain(`,08:55,,0,${cell}\r\n`);
      expect(file.name).toBe('Maya bGurungb_timesheet.csv');
    }),
  );

  it('is counted; 501 characters are refused by their message, and 500 are kept to the letter', () =>
    onStage(async (stage) => {
      const visit = await arrive(stage);
      const notes = visit.page.getByLabel('Notes');
      await notes.fill(`${'ä'.repeat(250)}\n${'x'.repeat(250)}`);
      await clockOf(visit).getByText('501 of 500').waitFor();
      await press(visit, 'Clock In');
      await shows(visit, 'Notes must be less than 500 characters');
      expect(await notes.getAttribute('aria-invalid')).toBe('true');
      await notes.fill(`${'ä'.repeat(250)}\n${'x'.repeat(249)}`);
      await visit.page.getByText('Notes must be less than 500 characters').waitFor({ state: 'detached' });
      await clockOf(visit).getByText('500 of 500').waitFor();
      await punch(visit, 'Clock In');
      const { rows: kept } = await stage.owner.query<{ notes: string }>(
        'SELECT notes FROM time_entry_detail',
      );
      expect(kept).toEqual([{ notes: `${'ä'.repeat(250)}\n${'x'.repeat(249)}` }]);
    }));
});
