/** The number of live streams of one account. */
import { expect, it } from 'vitest';
import { changeSettings, makeEmployee, PASSWORD, requestId } from '#tests/make';
import { setUpAdmin, setUpServer } from '#tests/set-up';
import type { ApiClient, LiveReader } from './client.ts';
import { registerByApi } from './joining.ts';

const server = setUpServer();
const admin = setUpAdmin(server);

const registered = async (): Promise<ApiClient> => (await makeEmployee(server)).client;

async function added(): Promise<ApiClient> {
  const { user, temporaryPassword: password } = await admin.client.ask('addEmployee', {
    name: 'Added Employee',
    email: `${requestId()}@example.com`,
  });
  const client = server.client();
  await client.ask('signIn', { email: user.email, password });
  await client.ask('chooseFirstPassword', { password: PASSWORD });
  return client;
}

async function approved(): Promise<ApiClient> {
  await changeSettings(server, { registration: 'approval' });
  const client = server.client();
  const email = `${requestId()}@example.com`;
  const { id } = await registerByApi(client, email);
  await admin.client.ask('decideRegistration', { requestId: requestId(), id, isApproved: true });
  await changeSettings(server, { registration: 'open' });
  await client.ask('signIn', { email, password: PASSWORD });
  return client;
}

const punches = ({ changes }: LiveReader): LiveReader['changes'] =>
  changes.filter(({ kind }) => kind === 'clock_in');

it.each([
  ['nobody added or approved', registered, true],
  ['an admin added', added, false],
  ['an admin approved', approved, false],
])(
  'an account has four live streams at most, unless an admin added or approved it: %s',
  async (_who, make, isCut) => {
    const client = await make();
    const readers: LiveReader[] = [];
    for (let n = 0; n < 6; n += 1) {
      const reader = await client.live();
      await reader.hello();
      readers.push(reader);
    }
    if (isCut) await readers[1]?.until(({ ended }) => ended);
    // The remaining streams receive a punch.
    const heard = isCut ? readers.slice(2) : readers;
    await client.ask('clockIn', { requestId: requestId() });
    for (const reader of heard) await reader.until((stream) => punches(stream).length === 1);
    expect(readers.map(({ ended }) => ended)).toEqual(readers.map((_, n) => isCut && n < 2));
    for (const reader of readers) reader.close();
  },
);
