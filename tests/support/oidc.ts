/** Providers for single sign-on: a real one in its own process, and one that forges tokens for a test. */
import { spawn } from 'node:child_process';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Config } from '#server/platform/config';
import type { ApiClient } from '../api/client.ts';

export interface TestProvider {
  readonly config: Partial<Config>;
  stop(): Promise<void>;
}

const configOf = (oidcIssuer: string, publicUrl: string): Partial<Config> => ({
  publicUrl,
  oidcIssuer,
  oidcClientId: 'punctual',
  oidcClientSecret: 'a secret of the tests',
  oidcName: 'Example',
});

/** @param publicUrl where the provider redirects people back to; nothing listens at the default address */
export async function startProvider(publicUrl = 'http://punctual.test'): Promise<TestProvider> {
  const script = path.join(import.meta.dirname, 'oidc-provider.mjs');
  const child = spawn(process.execPath, [script, publicUrl], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [issuer] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    config: configOf(issuer.toString('utf8').trim(), publicUrl),
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Begins a sign-in and returns the provider's address with the parameters of the request. */
export async function start(client: ApiClient, query = ''): Promise<URL> {
  const { headers } = await client.fetch(`/api/single-sign-on${query}`);
  return new URL(headers.get('location') ?? '', client.url);
}

/** Signs in at the provider's page. @returns the address at which the browser comes back */
export async function signInThere(at: URL, email: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = at;
  for (let hop = 0; hop < 10 && next.host !== 'punctual.test'; hop += 1) {
    const isPage = next.pathname.startsWith('/interaction/');
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(isPage ? { method: 'POST', body: new URLSearchParams({ email }) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    next = new URL(response.headers.get('location') ?? '', next);
  }
  return next;
}

/** Follows the redirect back from the provider. @returns the address of the login page, or '/' after a sign-in */
export async function comeBack(client: ApiClient, { pathname, search }: URL): Promise<string> {
  return (await client.fetch(`${pathname}${search}`)).headers.get('location') ?? '';
}

export const signInBy = async (client: ApiClient, email: string, query = ''): Promise<string> =>
  comeBack(client, await signInThere(await start(client, query), email));

type Claims = Readonly<Record<string, unknown>>;

/** A provider that signs any claims a test wants, and accepts a code any number of times. */
export interface Forger extends TestProvider {
  /** Changes the claims of the next tokens, or the key that signs them. */
  forge(changes: Claims, key?: 'own' | 'foreign', userInfo?: Claims): void;
  isDown: boolean;
  /** What follows the issuer's address in its own description, such as a slash and a path. */
  spelling: string;
}

export async function startForger(): Promise<Forger> {
  const keys = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  const [own, foreign] = keys as [(typeof keys)[0], (typeof keys)[0]];
  let forged: { changes: Claims; key: 'own' | 'foreign'; userInfo: Claims } = {
    changes: {},
    key: 'own',
    userInfo: {},
  };
  const server = createServer((request, response) => {
    void answerTo(request).then((answer) => {
      response.writeHead(answer === null || forger.isDown ? 503 : 200, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function tokenWith(changes: Claims): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: 'punctual', sub: 'one', iat: now, exp: now + 60, ...changes };
    const head = [{ alg: 'RS256', kid: 'own' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const { privateKey } = forged.key === 'own' ? own : foreign;
    return `${head}.${createSign('sha256').update(head).sign(privateKey, 'base64url')}`;
  }

  async function answerTo(request: IncomingMessage): Promise<unknown> {
    if (request.url === '/keys')
      return { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] };
    if (request.url === '/.well-known/openid-configuration')
      return {
        issuer: `${issuer}${forger.spelling}`,
        userinfo_endpoint: `${issuer}/userinfo`,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        authorization_response_iss_parameter_supported: true,
      };
    if (request.url === '/userinfo') return { sub: forged.changes['sub'] ?? 'one', ...forged.userInfo };
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString('utf8'));
    // Tests send the nonce as the code. A real provider would remember the nonce instead.
    const claims = { nonce: form.get('code'), ...forged.changes };
    return { access_token: 'any', token_type: 'bearer', id_token: tokenWith(claims) };
  }

  const forger: Forger = {
    config: configOf(issuer, 'http://punctual.test'),
    isDown: false,
    spelling: '',
    forge: (changes, key = 'own', userInfo = {}) => void (forged = { changes, key, userInfo }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return forger;
}

/** Builds the redirect with which a provider answers the request in its address. */
export function answered(at: URL, issuer = at.origin): URL {
  const [state = '', nonce = ''] = ['state', 'nonce'].map((name) => at.searchParams.get(name) ?? '');
  const query = new URLSearchParams({ state, code: nonce, iss: issuer });
  return new URL(`http://punctual.test/api/single-sign-on/callback?${query}`);
}
