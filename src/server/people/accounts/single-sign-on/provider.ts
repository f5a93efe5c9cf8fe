/** The OpenID Connect provider: authorization code with PKCE, state and nonce. */
import type { ClientAuth } from 'openid-client';
import { email, singleLine } from '#contract/fields';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import type { Context } from '../../../platform/context.ts';
import { systemClock } from '../../../platform/clock.ts';
import { newToken } from '../../credentials/tokens.ts';

/** Seconds that a request to the provider may take. A sign-in makes at most four requests. */
const TIMEOUT_S = 10;
/** The provider's clock may be ahead by this. */
const CLOCK_TOLERANCE_S = 30;
const CONFIGURATION_LIFE_MS = MS_PER_HOUR;

/** Values of a started sign-in; the callback from the provider must match them. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface ProviderProfile {
  readonly name: string;
  /** Null unless the provider has verified the address. */
  readonly email: string | null;
}

export type Provider = NonNullable<ReturnType<typeof createProvider>>;

/** @returns null without OIDC_ISSUER */
export function createProvider({ config, clock }: Pick<Context, 'config' | 'clock'>) {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcTrustEmail, publicUrl } = config;
  if (oidcIssuer === null || oidcClientId === null || oidcClientSecret === null || publicUrl === null)
    return null;
  const redirectUri = `${publicUrl}/api/single-sign-on/callback`;
  let known: { readonly until: EpochMs; readonly found: ReturnType<typeof discoverProvider> } | undefined;

  /** Runs on first use, since the server must start without the provider. After a failure, the next call retries. */
  const discover = (): ReturnType<typeof discoverProvider> => {
    if (known && known.until > clock.now()) return known.found;
    const found = discoverProvider(new URL(oidcIssuer), oidcClientId, oidcClientSecret);
    known = { until: clock.now() + CONFIGURATION_LIFE_MS, found };
    found.catch(() => (known = undefined));
    return found;
  };

  return {
    newAttempt: (): Attempt => ({ state: newToken(), nonce: newToken(), verifier: newToken() }),

    async signInAddress({ state, nonce, verifier }: Attempt): Promise<string> {
      const { client, configuration } = await discover();
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    },

    /** @param search query string with which the browser came back. @throws Error if anything in it does not match */
    async identityOf(search: string, { state, nonce, verifier }: Attempt) {
      const { client, configuration } = await discover();
      const tokens = await client.authorizationCodeGrant(configuration, new URL(search, redirectUri), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token.');
      // The library checks neither.
      const isForeign = (claims.azp ?? oidcClientId) !== oidcClientId;
      if (isForeign || claims.iat > systemClock.now() / 1000 + CLOCK_TOLERANCE_S)
        throw new Error('The ID token is for another client, or from the future.');
      const identity: Identity = { issuer: claims.iss, subject: claims.sub };
      return {
        identity,
        idToken: tokens.id_token ?? '',
        /** Makes a separate request if the ID token has no email address, or does not say whether it is verified. */
        async person(): Promise<ProviderProfile> {
          const isWhole =
            claims['email'] !== undefined &&
            (oidcTrustEmail ||
              claims['email_verified'] !== undefined ||
              configuration.serverMetadata().userinfo_endpoint === undefined);
          const more = isWhole
            ? {}
            : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
          return toPerson({ ...claims, ...more }, oidcTrustEmail);
        },
      };
    },

    /** @returns undefined if the provider has no sign-out page, or is out of reach */
    async signOutAddress(idToken: string): Promise<string | undefined> {
      const found = await discover().catch(() => null);
      if (!found?.configuration.serverMetadata().end_session_endpoint) return undefined;
      const hint = idToken === '' ? {} : { id_token_hint: idToken };
      const parameters = { post_logout_redirect_uri: `${publicUrl}/`, ...hint };
      return found.client.buildEndSessionUrl(found.configuration, parameters).href;
    },
  };
}

async function discoverProvider(issuer: URL, clientId: string, secret: string) {
  const client = await import('openid-client');
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  // Use 'client_secret_basic', the standard's default, also if the provider lists no methods.
  const authenticate: ClientAuth = (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false ? post : basic)(
      server,
      ...rest,
    );
  const configuration = await client
    .discovery(issuer, clientId, {}, authenticate, {
      timeout: TIMEOUT_S,
      execute: [
        client.enableNonRepudiationChecks,
        // The settings allow an http issuer only on this machine.
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    })
    .catch((error: unknown) => {
      const named = error instanceof Error ? Object(error.cause).body?.issuer : undefined;
      throw named === undefined
        ? error
        : new Error(`OIDC_ISSUER is ${issuer.href}, but its own name is ${named}.`);
    });
  return { client, configuration };
}

/** Names and addresses from the provider follow the same rules as those of a registration. */
const [Name, EmailAddress] = [singleLine(), email('field.emailInvalid')];

function toPerson(claims: Readonly<Record<string, unknown>>, trustsEmail: boolean): ProviderProfile {
  const isVerified = claims['email_verified'] ?? trustsEmail;
  const address = EmailAddress.safeParse(claims['email']).data ?? null;
  const full = ['given_name', 'family_name'].map((name) => claims[name] ?? '').join(' ');
  const names = [claims['name'], full, address].map((name) => Name.safeParse(name).data);
  return {
    name: names.find((name) => name) ?? 'Employee',
    // Some providers send a text.
    email: isVerified === true || isVerified === 'true' ? address : null,
  };
}
