import { describe, expect, it } from 'vitest';
import {
  BROWSER_FAILURES_MAX,
  BrowserFailures,
  type BrowserFailure,
} from '#contract/installation/browser-failures';
import { withFailure } from '#web/live/failure-reports.ts';
import { at } from './records.ts';

const failure = (kind: BrowserFailure['kind'], time: string): BrowserFailure => ({
  kind,
  code: 'offline',
  at: at(time),
});
const all = (...failures: BrowserFailure[]): BrowserFailure[] =>
  failures.reduce<BrowserFailure[]>(withFailure, []);

describe('failures that a browser keeps while offline', () => {
  it('keeps one failed load per minute, but every failed punch', () => {
    expect(
      all(
        failure('load', '09:00'),
        failure('load', '09:00'),
        failure('clock_in', '09:00'),
        failure('clock_in', '09:00'),
        failure('load', '09:01'),
      ).map(({ kind }) => kind),
    ).toEqual(['load', 'clock_in', 'clock_in', 'load']);
  });

  it('drops the oldest failed load when full, but never a punch', () => {
    const minutes = Array.from({ length: 59 }, (_, minute) => `10:${String(minute).padStart(2, '0')}`);
    const kept = all(failure('clock_out', '09:59'), ...minutes.map((minute) => failure('load', minute)));
    expect(kept).toHaveLength(BROWSER_FAILURES_MAX);
    expect(kept[0]?.kind).toBe('clock_out');
    expect(kept.at(-1)).toEqual(failure('load', '10:58'));
    expect(BrowserFailures.safeParse({ failures: kept }).success).toBe(true);
  });

  it('a failure has only kind, code and time', () => {
    const told = { ...failure('export', '09:00'), notes: 'private' };
    expect(BrowserFailures.safeParse({ failures: [told] }).success).toBe(false);
    expect(BrowserFailures.safeParse({ failures: [] }).success).toBe(false);
  });
});
