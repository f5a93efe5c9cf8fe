import { describe, expect, it } from 'vitest';
import { createLog } from '#server/platform/log';
import { makeEmployee, TestClock } from '#tests/make';
import { setUpServer } from '#tests/set-up';

const lines: string[] = [];
const clock = new TestClock();
const server = setUpServer({ clock, log: createLog('warn', clock, (line) => void lines.push(line)) });

const failures = [
  { kind: 'clock_out', code: 'offline', at: '2026-11-20T09:00:00.000Z' },
  { kind: 'export', code: 'not_made', at: '2026-11-20T09:01:00.000Z' },
] as const;

describe('failures that only the browser saw', () => {
  it('are logged at warn once the browser is online again, without the name of the person', async () => {
    const { client, user } = await makeEmployee(server);
    expect(await client.ask('reportBrowserFailures', { failures: [...failures] })).toEqual({ noted: 2 });
    const told = lines
      .map((line) => JSON.parse(line) as { readonly level: string; readonly msg: string })
      .filter(({ msg }) => msg.startsWith('A browser reports'));
    expect(told.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
      'warn A browser reports: clock_out failed (offline) at 2026-11-20T09:00:00.000Z',
      'warn A browser reports: export failed (not_made) at 2026-11-20T09:01:00.000Z',
    ]);
    expect(lines.join()).not.toContain(user.id);
  });

  it('are refused when there are too many, when they carry content, or when they come too often', async () => {
    const { client } = await makeEmployee(server);
    const [one] = failures;
    for (const input of [
      { failures: Array.from({ length: 21 }, () => one) },
      { failures: [{ ...one, notes: 'private' }] },
      { failures: [{ ...one, kind: 'anything' }] },
    ])
      expect((await client.send('reportBrowserFailures', input)).status).toBe(400);
    for (let sent = 0; sent < 60; sent += 1) await client.ask('reportBrowserFailures', { failures: [one] });
    const { status } = await client.call('reportBrowserFailures', { failures: [one] });
    expect(status).toBe(429);
  });
});
