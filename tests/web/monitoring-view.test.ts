import { describe, expect, it } from 'vitest';
import type { MonitoringView } from '#contract/monitoring/activity';
import { MS_PER_DATE } from '#domain/time/units';
import { applyToMonitoring } from '#web/monitoring/monitoring-view.ts';
import {
  at,
  boardPerson,
  change,
  correction,
  entry,
  id,
  monitoringView,
  notification,
  settings,
  user,
} from './records.ts';

describe('live changes on the monitoring tab', () => {
  it('a clock-in adds its entry and its notification', () => {
    const next = applyToMonitoring(
      monitoringView(),
      change('11-1', { entry: entry(1), notification: notification(5) }),
    );
    expect(next?.entries).toEqual([entry(1)]);
    expect(next?.notifications).toEqual([notification(5)]);
  });

  it('a correction changes and removes entries of today and leaves other days alone', () => {
    const [today, long] = [
      entry(1),
      entry(2, { clockIn: '2026-10-01T03:00:00.000Z', clockOut: '2026-10-01T04:00:00.000Z' }),
    ];
    const told = change('11-1', {
      kind: 'correction_made',
      correction: correction(1, { state: 'made' }),
      entries: [entry(1, { clockIn: at('08:00') }), long],
      gone: [id(3)],
    });
    const next = applyToMonitoring(monitoringView({ entries: [today, entry(3)] }), told);
    expect(next?.entries).toEqual([entry(1, { clockIn: at('08:00') })]);
    expect(next?.corrections).toEqual([correction(1, { state: 'made' })]);
    const old = change('12-1', { correction: correction(2, { day: '2026-10-01' }) });
    expect(applyToMonitoring(monitoringView(), old)?.corrections).toEqual([]);
  });

  it('an earlier entry of yesterday is shown while a night shift of yesterday is open', () => {
    const [evening, night] = [
      entry(1, { clockIn: '2026-11-19T09:00:00.000Z', clockOut: '2026-11-19T12:00:00.000Z' }),
      entry(2, { clockIn: '2026-11-19T14:00:00.000Z' }),
    ];
    const { calendar } = monitoringView();
    const [today] = calendar.days;
    const start = Date.parse(at('00:00')) - MS_PER_DATE;
    const days = today ? [{ ...today, day: '2026-11-19', start, end: today.start }, today] : [];
    const told = change('11-1', { correction: correction(1), entries: [evening] });
    const entriesAfter = (entries: MonitoringView['entries']) =>
      applyToMonitoring(monitoringView({ calendar: { ...calendar, days }, entries }), told)?.entries;
    expect(entriesAfter([night])).toEqual([night, evening]);
    expect(entriesAfter([entry(2)])).toEqual([entry(2)]);
  });

  it('the board is loaded again when somebody comes back who may have a schedule', () => {
    const back = change('11-1', { kind: 'employee_reactivated', user: user(1) });
    const { calendar } = monitoringView();
    expect(applyToMonitoring(monitoringView(), back)?.employees).toHaveLength(1);
    const planned = monitoringView({ calendar: { ...calendar, plansId: id(9) } });
    expect(applyToMonitoring(planned, back)).toBeNull();
  });

  it('a change applied twice changes nothing the second time', () => {
    const late = change('11-1', {
      entry: entry(1),
      notification: notification(5, { severity: 'warning' }),
      user: user(1),
    });
    const once = applyToMonitoring(monitoringView(), late);
    expect(once && applyToMonitoring(once, late)).toEqual(once);
  });

  it('only warnings and errors of today count as alerts', () => {
    const severities = ['success', 'info', 'warning', 'error'] as const;
    const counts = severities.map(
      (severity) =>
        applyToMonitoring(monitoringView(), change('11-1', { notification: notification(5, { severity }) }))
          ?.alertsToday,
    );
    expect(counts).toEqual([0, 0, 1, 1]);
    const yesterday = notification(5, { severity: 'warning', timestamp: '2026-11-19T10:00:00.000Z' });
    expect(
      applyToMonitoring(monitoringView(), change('11-1', { notification: yesterday }))?.alertsToday,
    ).toBe(0);
  });

  it('new employees appear, and deactivated people and new admins disappear', () => {
    const joined = applyToMonitoring(monitoringView(), change('11-1', { user: user(1) }));
    expect(joined?.employees).toEqual([boardPerson(1, { createdAt: user(1).createdAt })]);
    const view = monitoringView({ employees: [boardPerson(2)] });
    const known = user(2, { createdAt: '2026-11-19T18:14:59.999Z' });
    expect(applyToMonitoring(view, change('11-1', { user: known }))?.employees).toEqual([boardPerson(2)]);
    for (const changed of [user(1, { isActive: false }), user(1, { role: 'admin' })]) {
      expect(joined && applyToMonitoring(joined, change('12-1', { user: changed }))?.employees).toEqual([]);
    }
  });

  it('nobody is employed before their first day, nor before they came back today', () => {
    const { days } = monitoringView().calendar;
    const view = monitoringView({ employees: [boardPerson(2)] });
    const later = user(2, { employedSince: '2026-12-01' });
    expect(applyToMonitoring(view, change('11-1', { user: later }))?.employees).toEqual([
      boardPerson(2, { createdAt: new Date(days[0]?.end ?? 0).toISOString() }),
    ]);
    const back = user(3, { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: at('13:00') });
    expect(applyToMonitoring(view, change('11-1', { user: back }))?.employees).toContainEqual(
      boardPerson(3, { createdAt: at('13:00') }),
    );
  });

  it('changed settings replace the defaults at once, and a new time zone requires new day bounds', () => {
    const later = settings({ workStartTime: '10:00', version: 2 });
    const byDefaults = monitoringView({ settingsLoaded: false });
    expect(applyToMonitoring(byDefaults, change('11-1', { settings: later }))).toMatchObject({
      settings: later,
      settingsLoaded: true,
    });
    expect(
      applyToMonitoring(
        monitoringView(),
        change('11-1', { settings: settings({ timeZone: 'Europe/Berlin' }) }),
      ),
    ).toBeNull();
  });

  it('a deactivated person with an open entry is kept until the entry is closed', () => {
    const open = entry(1);
    const view = monitoringView({ employees: [boardPerson(1)], entries: [open] });
    const left = applyToMonitoring(view, change('11-1', { user: user(1, { isActive: false }) }));
    expect(left).toMatchObject({ employees: [], former: [boardPerson(1, { isActive: false })] });
    const closed =
      left && applyToMonitoring(left, change('12-1', { entry: { ...open, clockOut: at('17:00') } }));
    expect(closed?.former).toEqual([]);
    const back = left && applyToMonitoring(left, change('12-1', { user: user(1) }));
    expect(back).toMatchObject({ employees: [boardPerson(1)], former: [] });
  });

  it('notifications that another admin has seen count as read', () => {
    const view = monitoringView({ notifications: [notification(5), notification(6)], unread: 7 });
    const some = applyToMonitoring(
      view,
      change('11-1', { kind: 'activity_read', read: { ids: [id(5)], upTo: null, recent: 1 } }),
    );
    expect(some?.notifications.map(({ read }) => read)).toEqual([true, false]);
    expect(some?.unread).toBe(6);
    const all = applyToMonitoring(
      view,
      change('11-1', { kind: 'activity_read', read: { ids: [], upTo: at('09:00'), recent: 7 } }),
    );
    expect(all?.notifications.every(({ read }) => read)).toBe(true);
    expect(all?.unread).toBe(0);
    const before = applyToMonitoring(
      view,
      change('11-1', { kind: 'activity_read', read: { ids: [], upTo: at('08:59'), recent: 0 } }),
    );
    expect(before?.notifications.some(({ read }) => read)).toBe(false);
  });
});
