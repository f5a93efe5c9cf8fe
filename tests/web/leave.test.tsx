/** What the screens say and offer of leave. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { AllowanceBalance, LeaveView } from '#contract/leave/leave';
import { Allowances } from '#web/leave/allowance.tsx';
import { leaveActions } from '#web/leave/leave-list.tsx';
import { correction } from './records.ts';

describe('leave that counts', () => {
  const leave = { kind: 'sick', first: '2026-11-16', last: '2026-11-20', half: null };
  const id = 'known';
  const request = (state: 'asked' | 'made' | 'declared-over', leaveId = id, replaced = false) => {
    const part = { leaveId, name: 'Sick', old: leave, new: null };
    return {
      requests: [correction(1, { state, leave: { ...part, replaced: replaced ? [part] : [] } })],
    };
  };
  const locked = (first: string, last: string) => ({ locked: [{ first, last }] });
  const untilMonday = locked('2026-09-01', '2026-11-16');
  const empty: LeaveView = {
    today: '2026-11-20',
    kinds: [],
    leave: [],
    requests: [],
    locked: [],
    allowances: [],
  };
  it.each([
    ['is all open', {}, '2026-11-18', 'change cancel'],
    ['cannot change at its beginning', untilMonday, '2026-11-17', 'change'],
    ['cannot change on the day', untilMonday, '2026-11-16', ''],
    ['cannot change at its end', locked('2026-11-20', '2026-11-30'), '2026-11-18', 'change'],
    ['is listed, and cannot change at its beginning', untilMonday, undefined, 'change'],
    ['waits for a request to change it', request('asked'), '2026-11-18', ''],
    ['waits for none of its own', request('asked', 'other'), '2026-11-18', 'change cancel'],
    ['was entered by an administrator', request('made'), '2026-11-18', 'change cancel'],
    ['took days of other leave, unapproved', request('declared-over', id, true), '2026-11-18', ''],
    ['is listed, and took days of other leave', request('declared-over', id, true), undefined, 'change'],
  ])('offers only what would not be refused, where it %s', (_, more, day, actions) => {
    expect(leaveActions({ ...leave, id, days: 5 }, { ...empty, ...more }, day).join(' ')).toBe(actions);
  });
});

describe('the lines of an allowance', () => {
  const line = (what: AllowanceBalance['lines'][number]['what'], amount: number) => ({
    what,
    label: what,
    detail: '',
    amount,
  });
  const amounts = (lines: AllowanceBalance['lines']) => {
    const amountsOf = { amount: null, carried: null };
    const byRule = { amount: 30, carried: 0 };
    const of = { year: 2026, unit: 'days', left: 28, total: 30, byRule, granted: amountsOf, lines } as const;
    const drawn = renderToStaticMarkup(<Allowances of={[of]} />);
    return [...drawn.matchAll(/<dt[^>]*>([^<]*).*?<dd[^>]*>([^<]*)/g)].map(
      ([, label, amount]) => `${label}: ${amount}`,
    );
  };

  it('add up to what is left, and after each waiting request to what is left if approved', () => {
    const known = [line('allowance', 30), line('taken', -2)];
    expect(amounts(known)).toEqual(['allowance: 30 days', 'taken: -2 days', 'Left: 28 days']);
    expect(amounts([...known, line('waiting', -5), line('waiting', -0.5)])).toEqual([
      'allowance: 30 days',
      'taken: -2 days',
      'Left: 28 days',
      'waiting: -5 days',
      'waiting: -½ day',
      'Left if approved: 22½ days',
    ]);
  });
});
