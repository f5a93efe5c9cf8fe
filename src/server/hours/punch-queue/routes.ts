import type { Context } from '../../platform/context.ts';
import { ReadyJson, type Call, type Handlers } from '../../platform/http/handlers.ts';
import { refuse, Refusal, toRefusal } from '../../platform/http/refusal.ts';
import type { Session } from '../../platform/http/caller.ts';
import type { ProblemCode } from '#contract/problems';
import { routes } from '#contract/routes';
import type { Route } from '#contract/route';
import { type Punch, type TimeEntry, workedMinutes } from '#domain/entry/time-entry';
import type { PunchRequest } from './planned-punch.ts';
import type { PunchMetricOutcome } from '../../platform/event-counters.ts';
import type { PunchQueue, PunchResult } from './queue.ts';

type PunchRoute = 'clockIn' | 'startBreak' | 'endBreak' | 'clockOut';

const ROUTES: Readonly<Record<Punch, PunchRoute>> = {
  clock_in: 'clockIn',
  break_start: 'startBreak',
  break_end: 'endBreak',
  clock_out: 'clockOut',
};

/** Punches, and counts how it ended. @param session null at a kiosk */
export function createPunching(context: Context, queue: PunchQueue) {
  const { clock, log, measures } = context;
  return async (
    request: PunchRequest,
    session: Session | null,
  ): Promise<{ readonly response: string } | Refusal> => {
    const done = await context.settings
      .withFallback(() => queue.punch(request, session))
      .catch((error: unknown) => {
        measures.punchEnded(request.punch, 'failed');
        throw error;
      });
    measures.punchEnded(request.punch, toPunchEnd(done));
    if ('waitSeconds' in done) {
      const now = clock.now();
      return toRefusal({ code: done.code, retryAt: now + done.waitSeconds * 1000 }, now, done.settings);
    }
    if (!done.ok) return refuse(done.code === 'not_signed_in' ? notSignedIn(request) : done.code);
    if (done.recorded && log.isLevelEnabled('debug'))
      log.debug(punchForLog(request.punch, done.recorded), 'A punch was recorded.');
    return done;
  };
}

export function punchRoutes(context: Context, queue: PunchQueue): Handlers<PunchRoute> {
  const { config } = context;
  const punch = createPunching(context, queue);
  const runPunch = async (request: PunchRequest, session: Session) => {
    const done = await punch(request, session);
    return done instanceof Refusal ? done : new ReadyJson(done.response);
  };
  const punchHandler =
    (kind: Exclude<Punch, 'clock_in'>) =>
    ({ input, session }: Call<'startBreak' | 'endBreak' | 'clockOut'>) =>
      runPunch({ punch: kind, input, userId: session().user.id }, session());

  return {
    clockIn: ({ input, session, address }) =>
      runPunch(
        {
          punch: 'clock_in',
          input,
          userId: session().user.id,
          ...recordedAddresses(config, input.ipAddress, address),
        },
        session(),
      ),
    startBreak: punchHandler('break_start'),
    endBreak: punchHandler('break_end'),
    clockOut: punchHandler('clock_out'),
  };
}

/** The session ended after the guard had checked it. Each route has its own message for this (spec §8). */
const notSignedIn = ({ punch, kiosk }: PunchRequest): ProblemCode => {
  if (kiosk) return 'badge_unknown';
  const route: Route = routes[ROUTES[punch]];
  return route.notSignedIn ?? 'not_signed_in';
};

const toPunchEnd = (done: PunchResult): PunchMetricOutcome =>
  done.ok ? (done.recorded ? 'recorded' : 'repeated') : done.code;

const punchForLog = (punch: Punch, { id, ...entry }: TimeEntry) => ({
  punch,
  entry: id,
  ...(entry.clockOut === null ? {} : { workedMinutes: Math.floor(workedMinutes(entry, entry.clockOut)) }),
});

/** With IP_LOOKUP_URL, the address that the client found. Else the address that the server sees, or 'unknown'. */
export function recordedAddresses(
  { ipLookupUrl }: Context['config'],
  claimed: string | undefined,
  seen: string,
) {
  const found = claimed === 'unknown' ? 'unknown' : seen;
  return { ipAddress: ipLookupUrl === null ? found : (claimed ?? 'unknown'), seenAddress: seen };
}
