import type { User } from '#contract/records';
import { PASSWORD } from '#tests/make';
import type { ApiClient } from './client.ts';

/** Registers by the API. */
export async function registerByApi(client: ApiClient, email: string, name = 'Ada Lovelace'): Promise<User> {
  const { employeeId } = await client.ask('issueEmployeeId', {});
  const { user } = await client.ask('register', {
    name,
    email,
    password: PASSWORD,
    employeeId,
    department: 'Business Studio',
    hub: 'Core operations hub',
    position: 'Lead',
  });
  return user;
}

/** Registers and signs in by the API, for tests of these two. */
export async function join(client: ApiClient, email: string, name?: string): Promise<User> {
  const user = await registerByApi(client, email, name);
  await client.ask('signIn', { email, password: PASSWORD });
  return user;
}
