import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { TimeEntry } from '#contract/records';
import { OldAndNewTimes } from '#web/requests/request-sections.tsx';
import { at, correction, entry, times } from './records.ts';

const request = correction(1, {
  items: [{ entryId: entry(1).id, old: times('09:00', null), new: times('08:30', null) }],
});
const clockOut = (changed: Partial<TimeEntry>): string | undefined =>
  /Clock Out<.*?<td[^>]*>(?:<[^>]*>)?([^<]*)/u.exec(
    renderToStaticMarkup(
      <OldAndNewTimes detail={{ correction: request, entries: [entry(1, changed)] }} zone="Asia/Kathmandu" />,
    ),
  )?.[1];

it('a request on a running entry shows what became of its end: still running, missing or known', () => {
  expect(clockOut({})).toBe('still clocked in');
  expect(clockOut({ isLeftOpen: true })).toBe('End missing');
  expect(clockOut({ setAsideAt: at('17:00') })).toBe('End missing');
  expect(clockOut({ clockOut: at('17:00') })).toBe('17:00');
});
