import { describe, expect, it } from 'vitest';
import { backupsText, lastCheckText, progressText } from '#web/settings/record-check.tsx';

const NOW = Date.parse('2026-11-20T09:00:00.000Z');
const HOUR = 60;
const DAY = 24 * HOUR;
const at = (minutesAgo: number): string => new Date(NOW - minutesAgo * 60_000).toISOString();
const checked = (minutesAgo: number) =>
  lastCheckText({ at: at(minutesAgo), records: 260_114, faults: [] }, NOW);
const backedUp = (minutesAgo: number) => backupsText({ newestAt: at(minutesAgo) }, NOW);

describe('the record on the settings screen', () => {
  it('a clean check says when it ran and how many records it covered', () => {
    expect(checked(3)).toEqual({
      tone: 'success',
      title: 'Checked 3m ago: 260,114 records, no differences.',
    });
    expect(checked(0).title).toContain('Checked just now:');
    // The server's clock went back.
    expect(checked(-90).title).toContain('Checked just now:');
    expect(checked(8 * HOUR + 59).title).toContain('Checked 8h ago:');
    expect(checked(2 * DAY - 1)).toMatchObject({
      tone: 'success',
      title: expect.stringContaining('47h ago'),
    });
    expect(checked(2 * DAY)).toMatchObject({
      tone: 'warning',
      title: 'Checked 2 days ago: 260,114 records, no differences.',
    });
  });

  it('a failed check says what differs and how to find out where, even long after', () => {
    const faults = [
      { fault: 'the hash does not fit', count: 1 },
      { fault: 'the time entry is missing', count: 1_200 },
    ];
    for (const minutesAgo of [3, 9 * DAY])
      expect(lastCheckText({ at: at(minutesAgo), records: 9, faults }, NOW)).toEqual({
        tone: 'danger',
        title: expect.stringMatching(/: 9 records\. Something differs from what was recorded\.$/u),
        more: "Found: the hash does not fit (1); the time entry is missing (1,200). Run 'punctual verify' on the server to see where.",
      });
  });

  it('a running check shows its progress, and a missing check says so', () => {
    expect(progressText(0, 0)).toBe('Checking the record...');
    expect(progressText(120_000, 260_114)).toBe('Checking: 120,000 of 260,114 records');
    expect(lastCheckText(null, NOW).title).toContain('Not checked yet.');
  });

  it('shows the age of the newest backup, warns after two days and says when no backups are made', () => {
    expect(backedUp(7 * HOUR)).toEqual({ tone: 'success', title: 'Newest backup: 7h ago.' });
    expect(backedUp(2 * DAY - 1).tone).toBe('success');
    expect(backedUp(2 * DAY)).toMatchObject({ tone: 'warning', title: 'Newest backup: 2 days ago.' });
    expect(backupsText({ newestAt: null }, NOW)).toMatchObject({
      tone: 'warning',
      title: 'There is no backup yet.',
    });
    expect(backupsText(null, NOW)).toMatchObject({
      tone: 'info',
      title: expect.stringContaining('No backups are made.'),
    });
  });
});
