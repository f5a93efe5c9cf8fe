import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { onStage, signIn, type Stage } from './stage.ts';

let service: Server | undefined;
afterEach(() => void service?.close());

/** A look-up service somewhere else, as IP_LOOKUP_URL names it; `asked` collects what it was asked. */
async function lookUpService(answer: string, asked: string[] = []): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' }).end(answer);
  });
  service = server;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function clockInAt(stage: Stage): Promise<string> {
  const { page } = await signedIn(stage);
  await page.getByRole('button', { name: 'Clock In' }).click();
  await page.getByText(/Clock-in successful/).waitFor();
  const { rows } = await stage.owner.query<{ ip_address: string }>('SELECT ip_address FROM time_entry_detail');
  expect(rows).toHaveLength(1);
  return rows[0]?.ip_address ?? '';
}

async function signedIn(stage: Stage) {
  const visit = await stage.visit();
  await signIn(visit, await stage.hire('Maya Gurung'));
  return visit;
}

describe('the address of a clock-in', () => {
  it('comes from the service that IP_LOOKUP_URL names, asked with format=json', async () => {
    const asked: string[] = [];
    const ipLookupUrl = await lookUpService('{"ip":"203.0.113.9"}', asked);
    await onStage(async (stage) => {
      expect(await clockInAt(stage)).toBe('203.0.113.9');
      expect(asked).toEqual(['/?format=json']);
    }, { config: { ipLookupUrl } });
  });

  it('is unknown when that service answers something else', async () => {
    const ipLookupUrl = await lookUpService('{"ip":"<b>nonsense</b>"}');
    await onStage(async (stage) => expect(await clockInAt(stage)).toBe('unknown'), { config: { ipLookupUrl } });
  });
});
