import { afterAll, expect, it } from 'vitest';
import { problemCodes } from '#contract/problems';
import { call } from '#web/api.ts';

const ofTheRuntime = globalThis.fetch;
afterAll(() => {
  globalThis.fetch = ofTheRuntime;
});

it('knows each refusal of the contract, and sends nothing again after it', async () => {
  const known = problemCodes.filter((code) => code !== 'unavailable');
  let sent = 0;
  for (const code of known) {
    globalThis.fetch = () => {
      sent += 1;
      return Promise.resolve(Response.json({ code, message: 'As the server words it.' }, { status: 409 }));
    };
    const answer = await call('clockIn', { requestId: '00000000-0000-4000-8000-000000000001' });
    expect(answer).toMatchObject({ failure: { kind: 'refused', code } });
  }
  expect(sent).toBe(known.length);
});
