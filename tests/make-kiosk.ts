import type { InputOf } from '#contract/routes';
import { addBadge } from '#server/people/badges/commands';
import { createSecretBox } from '#server/people/second-factor/secret-key';
import { pressText } from '#domain/kiosk/kept-press';
import { KIOSK_DEFAULTS } from '#domain/kiosk/options';
import type { ApiClient } from './api/client.ts';
import { confirm, requestId, type Person, type TestServer } from './make.ts';

type Wanted = Partial<Pick<InputOf<'addKiosk'>, 'name' | 'scope'>> & {
  readonly options?: Partial<InputOf<'addKiosk'>['options']>;
};

/** Pairs a browser as an administrator does. @returns the kiosk's browser and id */
export async function makeKiosk(
  server: Pick<TestServer, 'client'>,
  admin: Person,
  { name = 'Gate', scope = [], options = {} }: Wanted = {},
): Promise<{ client: ApiClient; id: string }> {
  const client = server.client();
  const { code } = await client.ask('pairKiosk', {});
  await confirm(admin);
  const added = { requestId: requestId(), code, name, scope, options: { ...KIOSK_DEFAULTS, ...options } };
  return { client, id: (await admin.client.ask('addKiosk', added)).id };
}

/** Registers a badge as an administrator does at a kiosk, without anybody's PIN. */
export async function giveBadge(
  { test, config, clock }: Pick<TestServer, 'test' | 'config' | 'clock'>,
  { user: { id } }: Person,
  badge: string,
): Promise<void> {
  const digest = createSecretBox(config).digest(badge, 'badge');
  const done = await addBadge(test.database, { at: clock.now(), actor: id }, id, digest);
  if (!done.ok) throw new Error(`The badge was not registered: ${done.code}.`);
}

/** Encrypts who pressed as a tablet does before it keeps the press. */
export async function sealFor(
  client: ApiClient,
): Promise<
  (who: InputOf<'kioskPunch'>['who'], press: Parameters<typeof pressText>[0]) => Promise<{ sealed: string }>
> {
  const { sealKey } = await client.ask('kioskContact', { queued: 1, pageVersion: '' });
  const key = await crypto.subtle.importKey(
    'spki',
    Buffer.from(sealKey, 'base64url'),
    { name: 'RSA-OAEP', hash: 'SHA-256' },
    false,
    ['encrypt'],
  );
  return async (who, press) => {
    const text = JSON.stringify({ ...who, press: pressText(press) });
    const sealed = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, Buffer.from(text));
    return { sealed: Buffer.from(sealed).toString('base64url') };
  };
}
