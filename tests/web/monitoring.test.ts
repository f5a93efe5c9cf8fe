import { describe, expect, it } from 'vitest';
import { toDomainEntry } from '#contract/wire';
import { applyToMonitoring, groupedByUser } from '#web/screens/admin/monitoring/monitoring-view.ts';
import { at, change, entry, id, monitoringView, notification, settings, user } from './records.ts';

describe('the monitoring tab, kept up live', () => {
  it('a clock-in brings its entry and its notification', () => {
    const next = applyToMonitoring(monitoringView(), change('11-1', { entry: entry(1), notification: notification(5) }));
    expect(next?.entries).toEqual([entry(1)]);
    expect(next?.notifications).toEqual([notification(5)]);
  });

  it('a change applied twice changes nothing the second time', () => {
    const late = change('11-1', { entry: entry(1), notification: notification(5, { severity: 'warning' }), user: user(1) });
    const once = applyToMonitoring(monitoringView(), late);
    expect(once && applyToMonitoring(once, late)).toEqual(once);
  });

  it('an alert is neither success nor info, and counts only today', () => {
    const severities = ['success', 'info', 'warning', 'error'] as const;
    const counts = severities.map((severity) => applyToMonitoring(monitoringView(), change('11-1', { notification: notification(5, { severity }) }))?.alertsToday);
    expect(counts).toEqual([0, 0, 1, 1]);
    const yesterday = notification(5, { severity: 'warning', timestamp: '2026-11-19T10:00:00.000Z' });
    expect(applyToMonitoring(monitoringView(), change('11-1', { notification: yesterday }))?.alertsToday).toBe(0);
  });

  it('who registers appears; who is deactivated or made an admin is watched no longer', () => {
    const joined = applyToMonitoring(monitoringView(), change('11-1', { user: user(1) }));
    expect(joined?.employees).toEqual([user(1)]);
    for (const changed of [user(1, { isActive: false }), user(1, { role: 'admin' })]) {
      expect(joined && applyToMonitoring(joined, change('12-1', { user: changed }))?.employees).toEqual([]);
    }
  });

  it('a new time zone asks for new day bounds', () => {
    expect(applyToMonitoring(monitoringView(), change('11-1', { settings: settings({ timeZone: 'Europe/Berlin' }) }))).toBeNull();
  });

  it("one person's change leaves everybody else's entries the very same", () => {
    const [maya, asha] = [entry(1), entry(2, { userId: id(2), authUid: id(2) })].map(toDomainEntry);
    if (!maya || !asha) throw new Error('two entries');
    const before = groupedByUser([maya, asha], new Map());
    const after = groupedByUser([{ ...maya, clockOut: Date.parse(at('17:00')) }, asha], before);
    expect(after.get(id(2))).toBe(before.get(id(2)));
    expect(after.get(id(1))).not.toBe(before.get(id(1)));
  });
});
