import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#contract/route';
import type { Config } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import { markSeen } from '../credentials/session-commands.ts';
import { idleSessionCutoff, MS_PER_DAY, LAST_SEEN_UPDATE_MS, tokenHash } from '../credentials/tokens.ts';
import { readRow, type QueryPart } from '../../platform/database/sql.ts';
import { ipAddressOf, type Sessions } from '../../platform/http/caller.ts';
import { networkOf } from '../../platform/rate-limiter.ts';
import { sessionPart, withLeadFlag, type FoundSession } from './queries.ts';

export type Cookies = ReturnType<typeof createCookies>;

/** Cookies ignore ports, so names contain the installation's id. `__Host-` keeps other hosts from setting them. */
export function createCookies(
  config: Pick<Config, 'publicUrl' | 'tlsCert' | 'sessionDays' | 'knownDeviceDays'>,
  installationId: string,
) {
  const secure = config.tlsCert !== null || config.publicUrl?.startsWith('https:') === true;
  const prefix = secure ? '__Host-punctual' : 'punctual';
  const suffix = installationId.replaceAll('-', '').slice(0, 8);
  const session = `${prefix}_${suffix}`;
  const device = `${prefix}_device_${suffix}`;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const lasting = (days: number) => ({ ...options, maxAge: (days * MS_PER_DAY) / 1000 });
  return {
    /** Names further cookies of this installation, such as those of single sign-on. */
    nameOf: (purpose: string) => `${prefix}_${purpose}_${suffix}`,
    options,
    lasting,
    session: (request: FastifyRequest) => request.cookies[session],
    device: (request: FastifyRequest) => request.cookies[device],
    setSession: (reply: FastifyReply, token: string) =>
      void reply.setCookie(session, token, lasting(config.sessionDays)),
    setDevice: (reply: FastifyReply, token: string) =>
      void reply.setCookie(device, token, lasting(config.knownDeviceDays)),
    clearSession: (reply: FastifyReply) => void reply.clearCookie(session, options),
  };
}

/** Only POST requests extend a session, not streams and polling. */
export function createSessions(
  { config, database, clock }: Pick<Context, 'config' | 'database' | 'clock'>,
  cookies: Cookies,
): Pick<Sessions, 'of' | 'proofOf'> {
  const proofOf = (request: FastifyRequest, access?: Access): QueryPart<FoundSession | null> | null => {
    const token = cookies.session(request);
    const now = clock.now();
    if (!token) return null;
    const proof = sessionPart(tokenHash(token), now, idleSessionCutoff(now, config));
    return access === 'lead' ? withLeadFlag(proof, now) : proof;
  };
  return {
    proofOf,
    of: async (request, on = database.pool) => {
      const proof = proofOf(request);
      const found = proof && proof.valueOf(await readRow(on, [proof]));
      const now = clock.now();
      if (found && request.method === 'POST' && now - found.lastSeenAt > LAST_SEEN_UPDATE_MS)
        await markSeen(on, found.tokenHash, now, networkOf(ipAddressOf(request)));
      return found;
    },
  };
}
