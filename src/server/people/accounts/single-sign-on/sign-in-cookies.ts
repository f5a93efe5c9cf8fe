/** Cookies for a sign-in at the provider. Each attempt has its own cookie, so that two tabs do not mix. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MS_PER_MINUTE } from '#domain/time/units';
import type { Context } from '../../../platform/context.ts';
import { MS_PER_DAY } from '../../credentials/tokens.ts';
import type { Cookies } from '../sessions.ts';
import type { Attempt, Identity } from './provider.ts';

/** Minutes that a sign-in may take: the provider can ask for a password and a second factor. */
const SIGN_IN_MINUTES = 10;
/** Cookies of abandoned sign-ins must not fill the headers of all requests. */
const ATTEMPTS_AT_MOST = 5;
/** Limit in characters: browsers reject cookies of more than about 4,096, with name and attributes. */
const ID_TOKEN_MAX = 3_500;

export type InvitedAttempt = Attempt & { readonly invitation?: string | undefined };
/** Identity whose email address already has an account. Only the account's password may connect the two. */
export type UnconnectedIdentity = Identity & { readonly email: string };

export type SignInCookies = ReturnType<typeof createSignInCookies>;

export function createSignInCookies(
  { config, clock, sealFor }: Pick<Context, 'config' | 'clock' | 'sealFor'>,
  { nameOf, options }: Cookies,
) {
  const newcomer = nameOf('newcomer');
  const attempts = `${nameOf('attempt')}_`;
  /** Browsers send this cookie only to '/api/sign-out'. The prefix '__Host-' would require the path '/'. */
  const idToken = nameOf('provider').replace('__Host-', '__Secure-');
  const atSignOut = { ...options, path: '/api/sign-out' };

  const store = (reply: FastifyReply, name: string, content: object): void => {
    const until = clock.now() + SIGN_IN_MINUTES * MS_PER_MINUTE;
    const sealed = sealFor(name).close(Buffer.from(JSON.stringify({ ...content, until })));
    void reply.setCookie(name, sealed, { ...options, maxAge: SIGN_IN_MINUTES * 60 });
  };
  const read = (request: FastifyRequest, name: string): object | undefined => {
    const opened = sealFor(name).open(request.cookies[name] ?? '');
    if (!opened) return undefined;
    const { until, ...content } = JSON.parse(opened.toString()) as { readonly until: number };
    return until > clock.now() ? content : undefined;
  };
  const clear = (reply: FastifyReply, name: string): void => void reply.clearCookie(name, options);

  return {
    storeAttempt(request: FastifyRequest, reply: FastifyReply, attempt: InvitedAttempt): void {
      const others = Object.keys(request.cookies).filter((name) => name.startsWith(attempts));
      for (const old of others.slice(0, Math.max(0, others.length + 1 - ATTEMPTS_AT_MOST))) clear(reply, old);
      store(reply, attempts + attempt.state, attempt);
    },
    takeAttempt(request: FastifyRequest, reply: FastifyReply, state: string): InvitedAttempt | undefined {
      clear(reply, attempts + state);
      return read(request, attempts + state) as InvitedAttempt | undefined;
    },
    storeNewcomer: (reply: FastifyReply, content: UnconnectedIdentity) => store(reply, newcomer, content),
    newcomer: (request: FastifyRequest) => read(request, newcomer) as UnconnectedIdentity | undefined,
    clearNewcomer: (reply: FastifyReply) => clear(reply, newcomer),
    storeIdToken: (reply: FastifyReply, token: string) =>
      void reply.setCookie(idToken, token.length > ID_TOKEN_MAX ? 'none' : token, {
        ...atSignOut,
        maxAge: (config.sessionDays * MS_PER_DAY) / 1000,
      }),
    takeIdToken(request: FastifyRequest, reply: FastifyReply): string | undefined {
      const token = request.cookies[idToken];
      if (token !== undefined) void reply.clearCookie(idToken, atSignOut);
      return token === 'none' ? '' : token;
    },
  };
}
