import { TOTP, Secret } from 'otpauth';
import { expect } from 'vitest';
import { confirm, PASSWORD, type Person, type TestServer } from '#tests/make';
import type { ApiClient } from './client.ts';

const codeAt = (secret: string, now: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now });

export interface Protected extends Person {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The app's next code: moves the clock half a minute ahead, since each code works once. */
  next(): string;
}

type Step = { readonly client: ApiClient; readonly challenge: string };

export const secondFactorsOn = (server: Pick<TestServer, 'clock' | 'client'>) => ({
  async withApp(person: Person): Promise<Protected> {
    await confirm(person);
    const { secret } = await person.client.ask('startApp', {});
    const code = codeAt(secret, server.clock.now());
    const { recoveryCodes = [] } = await person.client.ask('addApp', { secret, code });
    return {
      ...person,
      secret,
      recoveryCodes,
      next() {
        server.clock.advanceMinutes(0.5);
        return codeAt(secret, server.clock.now());
      },
    };
  },

  /** Signs in with the right password, up to the second step. */
  async stepOf({ email }: { email: string }, client: ApiClient = server.client()): Promise<Step> {
    const { user, secondStep } = await client.ask('signIn', { email, password: PASSWORD });
    expect(user).toBeNull();
    return { client, challenge: secondStep?.challenge ?? '' };
  },

  answer: ({ client, challenge }: Step, code: string, isOwnDevice = false) =>
    client.call('passSecondStep', { challenge, code, isOwnDevice }),
});
