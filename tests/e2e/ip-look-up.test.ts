import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { withApp, type App } from './app.ts';
import { DESK } from './browser.ts';
import { activityOf, openDashboard, press, timesheetOf } from './dashboard-page.ts';

let service: Server | undefined;
afterEach(() => {
  service?.close();
  service = undefined;
});

interface Asked {
  readonly url: string | undefined;
  readonly cookie: string | undefined;
  readonly referer: string | undefined;
}

/** A third-party look-up service that returns this address and records each request. */
async function lookUpService(ip: string, asked: Asked[]): Promise<string> {
  const server = createServer(({ url, headers: { cookie, referer } }, response) => {
    asked.push({ url, cookie, referer });
    response
      .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      .end(JSON.stringify({ ip }));
  });
  service = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** IP address recorded for the only clock-in. */
async function keptAddress(app: App): Promise<string | undefined> {
  const { rows } = await app.owner.query<{ ip_address: string }>('SELECT ip_address FROM time_entry_detail');
  expect(rows).toHaveLength(1);
  return rows[0]?.ip_address;
}

describe('the address of a clock-in', () => {
  it('the address comes from the configured service, which gets neither cookies nor a referrer', async () => {
    const asked: Asked[] = [];
    const ipLookupUrl = await lookUpService('203.0.113.9', asked);
    await withApp(
      async (app) => {
        const browser = await openDashboard(app, undefined, { viewport: DESK });
        await press(browser, 'Clock In');
        await expect(activityOf(browser).getByText('IP: 203.0.113.9')).toBeVisible();
        await press(browser, 'Show as a table');
        for (const place of [activityOf(browser), timesheetOf(browser)])
          await expect(place.getByText('Server saw 127.0.0.1')).toBeVisible();
        expect(await keptAddress(app)).toBe('203.0.113.9');
        expect(asked).toEqual([{ url: '/?format=json', cookie: undefined, referer: undefined }]);
      },
      { config: { ipLookupUrl } },
    );
  });

  it("the address is 'unknown' when its look-up never answers, and the clock-in is not delayed", () =>
    withApp(async (app) => {
      const browser = await openDashboard(app);
      await browser.page.route('**/api/public-ip*', () => undefined);
      await press(browser, 'Clock In');
      await expect(activityOf(browser).getByText('IP: unknown')).toBeVisible();
      expect(await keptAddress(app)).toBe('unknown');
    }));
});
