import { expect, it } from 'vitest';
import type { TimeEntry } from '#contract/records';
import { EntryList } from '#server/hours/monitoring/entry-list';

const DAYS = { yesterday: '2026-11-19T00:00:00.000Z', today: '2026-11-20T00:00:00.000Z' };

const entry = (id: string, clockIn: string, clockOut: string | null): TimeEntry => ({
  id,
  userId: 'ada',
  authUid: 'ada',
  clockIn,
  clockOut,
  notes: '',
  ipAddress: '',
  break: null,
  createdAt: clockIn,
  updatedAt: clockIn,
});

it('entries of yesterday stay on the board as long as another entry of that day is open', async () => {
  const open = entry('a', '2026-11-19T20:00:00.000Z', null);
  const ended = entry('b', '2026-11-19T08:00:00.000Z', '2026-11-19T12:00:00.000Z');
  const list = new EntryList([open, ended]);
  list.removeEndedEntries('ada', DAYS);
  expect(list.set(ended)).toBe(true);
  list.set({ ...open, clockOut: '2026-11-19T21:00:00.000Z' });
  list.removeEndedEntries('ada', DAYS);
  expect(list.set(ended)).toBe(false);
});
