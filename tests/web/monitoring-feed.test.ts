import { describe, expect, it } from 'vitest';
import { matchesFilter, isUnread, countNewNotifications } from '#web/monitoring/activity-feed.tsx';
import { at, id, notification } from './records.ts';

describe('the activity feed', () => {
  it('counts notifications that have arrived since it was loaded', () => {
    const live = [
      notification(7, { timestamp: at('09:02') }),
      notification(6, { timestamp: at('09:01') }),
      notification(5),
    ];
    expect(countNewNotifications([notification(5), notification(4, { timestamp: at('08:59') })], live)).toBe(
      2,
    );
    expect(
      countNewNotifications(
        [notification(5)],
        [notification(8), notification(5), notification(4, { timestamp: at('08:59') })],
      ),
    ).toBe(1);
    expect(countNewNotifications([], live)).toBe(3);
  });

  it('decides which notifications match a filter', () => {
    expect(matchesFilter(notification(5), { type: 'clock_in', employee: id(1) })).toBe(true);
    expect(matchesFilter(notification(5), { type: 'overtime', employee: '' })).toBe(false);
    expect(matchesFilter(notification(5), { type: '', employee: id(2) })).toBe(false);
  });

  it('counts notifications of the last 24 hours that nobody has seen as unread', () => {
    const now = Date.parse(at('09:00')) + 86_400_000;
    expect([
      isUnread(notification(5), now),
      isUnread(notification(5), now - 1),
      isUnread(notification(5, { read: true }), now - 1),
    ]).toEqual([false, true, false]);
  });
});
