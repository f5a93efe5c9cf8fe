/** Decides punches from cached data. The write verifies the data (docs/decisions/027-punches-travel-together.md). */
import type { Settings } from '#contract/records';
import type { PunchRefusal, TimeEntry } from '#domain/entry/time-entry';
import type { KeptReason } from '#contract/kiosk/reasons';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import { isRecordAhead } from '#domain/time/server-clock';
import { idleSessionCutoff, LAST_SEEN_UPDATE_MS, tokenHash } from '../../people/credentials/tokens.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Session, SessionOf } from '../../platform/http/caller.ts';
import { createLimiter } from '../../platform/rate-limiter.ts';
import { findAnswer } from '../../ledger/idempotency/commands.ts';
import { refused, type Refused } from '../../platform/refused.ts';
import { areSettingsStored } from '../../workplace/settings/loading.ts';
import { createKeyedMutex } from '../../platform/async/coalesce.ts';
import { OverloadedError } from '../../platform/async/deadline.ts';
import { inBatches } from './batches.ts';
import { writePunches, type PunchToWrite } from './commands.ts';
import { createBoundedCache, trackInFlight } from './bounded-cache.ts';
import { basisAfter, planPunch } from './plan.ts';
import { fingerprintOf, type PunchRequest } from './planned-punch.ts';
import {
  isPaired,
  punchBases,
  punchWaitSeconds,
  type BasisRequest,
  type LoadedBasis,
  type StateBeforePunch,
} from './queries.ts';

export type PunchResult =
  | {
      readonly ok: true;
      readonly response: string;
      readonly recorded?: TimeEntry;
    }
  /** `not_signed_in`: the session has ended. `forbidden`: the person is no longer an employee. */
  | Refused<
      | PunchRefusal
      | 'request_id_reused'
      | 'not_signed_in'
      | 'password_change_required'
      | 'second_factor_required'
      | 'forbidden'
      | 'kiosk_not_paired'
    >
  | (Refused<'punches_too_many'> & { readonly waitSeconds: number; readonly settings: Settings });

/** Says why a kept press is no punch; null: it is one. Asked before each try to write. */
type KeptJudge = (found: LoadedBasis) => Promise<KeptReason | null>;

export type PunchQueue = ReturnType<typeof createPunchQueue>;

/** Limit of cached people, and of cached sessions, about 0.7 KB each. Fewer people than this punch within an hour. */
const CACHE_SIZE = 10_000;

/** A punch is tried again if another commit came between its read and its write. Ten times in a row is a fault. */
const ATTEMPTS = 10;
/** From this attempt on (counted from 0), a write waits for a locked chain. Earlier attempts skip locked chains. */
const FIRST_WAITING_ATTEMPT = 2;

/** Punches have four connections: one reads, one writes, two (`LOCKED_BATCHES`) wait for locked chains. */
const BATCHES = { maxItems: 128, maxParallel: 1 };
const LOCKED_BATCHES = { maxItems: 1, maxParallel: 2 };

export function createPunchQueue(
  {
    database,
    clock,
    config,
    measures,
    wake,
    reportPunches,
    settings: source,
  }: Pick<Context, 'database' | 'clock' | 'config' | 'measures' | 'wake' | 'reportPunches' | 'settings'>,
  sessionOf: SessionOf,
  tokenOf: (request: FastifyRequest) => string | undefined,
) {
  const tx = database.punches;
  const { punchesPerHour } = config;
  /** Below a quarter of the limit no query is needed: even four servers together cannot exceed the limit. */
  const limiter = createLimiter({ points: Math.ceil(punchesPerHour / 4) || Infinity, windowMs: MS_PER_HOUR });
  const perEmployee = createKeyedMutex();
  const underWay = trackInFlight();
  const basisCache = createBoundedCache<StateBeforePunch>(CACHE_SIZE);
  // Sessions stay cached for `LAST_SEEN_UPDATE_MS` only: the next request must read the session and write `last_seen_at`.
  const sessions = createBoundedCache<{
    /** Leaves out the token's hash: the hash is already the key, and would take a third of the memory. */
    readonly session: Omit<Session, 'tokenHash'>;
    readonly foundAt: EpochMs;
  }>(CACHE_SIZE, LAST_SEEN_UPDATE_MS);
  const keyOf = (hash: Buffer): string => hash.toString('latin1');
  let settings: Settings | null = null;
  /** Each read creates its own settings object. Share one, to save memory. */
  const cacheBasis = (userId: string, basis: StateBeforePunch): void => {
    if (settings?.version !== basis.settings.version) settings = basis.settings;
    basisCache.set(userId, settings === basis.settings ? basis : { ...basis, settings });
  };

  const times = () => {
    const now = clock.now();
    return { now, idleBefore: idleSessionCutoff(now, config) };
  };
  const readAll = (asked: readonly BasisRequest[], fallback: Settings | null) =>
    punchBases(tx, asked, times(), fallback);
  const writeAll = async (punches: readonly PunchToWrite[], waits: boolean): Promise<boolean[]> => {
    measures.batchWritten(punches.length);
    const written = await writePunches(tx, punches, { ...times(), waits }).catch((error: unknown) => {
      reportPunches(error);
      throw error;
    });
    if (written.includes(true)) {
      reportPunches();
      wake();
    }
    return written;
  };
  const read = inBatches((asked: readonly BasisRequest[]) => readAll(asked, null), BATCHES);
  const write = inBatches((punches: readonly PunchToWrite[]) => writeAll(punches, false), BATCHES);
  const writeWaiting = inBatches(
    (punches: readonly PunchToWrite[]) => writeAll(punches, true),
    LOCKED_BATCHES,
  );

  const waitSecondsOf = async (userId: string): Promise<number> =>
    limiter.waitFor(userId) === 0 ? 0 : punchWaitSeconds(tx, userId, clock.now(), punchesPerHour);

  const answerFrom = async (
    found: LoadedBasis | undefined,
    request: PunchRequest,
  ): Promise<PunchResult | undefined> => {
    if (!found?.isSignedIn || !found.isActive) return refused('not_signed_in');
    if (request.kiosk) {
      if (!(await isPaired(tx, request.kiosk.id))) return refused('kiosk_not_paired');
    } else if (found.mustChangePassword) return refused('password_change_required');
    else if (found.isFactorOverdue) return refused('second_factor_required');
    if (found.role !== 'employee') return refused('forbidden');
    if (found.earlierResponse) {
      const { fingerprint, response } = found.earlierResponse;
      if (!fingerprint.equals(fingerprintOf(request))) return refused('request_id_reused');
      await findAnswer(tx, { by: request.userId, digest: request.input.requestId });
      return { ok: true, response };
    }
    const waitSeconds = await waitSecondsOf(request.userId);
    const { settings } = found.basis;
    return waitSeconds > 0 ? { ...refused('punches_too_many'), waitSeconds, settings } : undefined;
  };

  const punchOnce = async (
    request: PunchRequest,
    session: Buffer | null,
    basis: StateBeforePunch,
    writeOne: (punch: PunchToWrite) => Promise<boolean>,
  ): Promise<PunchResult | null> => {
    const plan = planPunch(request, basis, clock.now());
    if (!plan.ok) return refused(plan.reason);
    const { planned } = plan;
    if (!(await writeOne({ planned, session }))) {
      measures.punchRetried();
      return null;
    }
    limiter.count(request.userId);
    // Do not cache a basis made from the fallback: it is wrong once the settings can be loaded.
    if (areSettingsStored(basis.settings)) cacheBasis(request.userId, basisAfter(planned));
    return { ok: true, response: planned.request.response, recorded: planned.entry };
  };

  /** Null without usable cached data, and after any refusal: the caller then decides from a fresh read. */
  const punchFromCache = async (
    request: PunchRequest,
    session: Buffer | null,
  ): Promise<PunchResult | null> => {
    const cached = basisCache.get(request.userId);
    if (!cached || limiter.waitFor(request.userId) > 0 || isRecordAhead(cached.newest, clock.now()))
      return null;
    const punched = await punchOnce(request, session, cached, write);
    return punched?.ok ? punched : null;
  };

  const punch = async (request: PunchRequest, session: Buffer | null): Promise<PunchResult> => {
    const { fallback } = source;
    const answered = fallback ? null : await punchFromCache(request, session);
    if (answered) return answered;
    basisCache.forget(request.userId);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const asked = { userId: request.userId, requestId: request.input.requestId, session };
      const found = fallback ? (await readAll([asked], fallback))[0] : await read(asked);
      const answer = await answerFrom(found, request);
      if (answer || !found) {
        if (!found?.isSignedIn && session) sessions.forget(keyOf(session));
        return answer ?? refused('not_signed_in');
      }
      const writeAlone = async (one: PunchToWrite) => (await writeAll([one], true))[0] === true;
      const writeOne = fallback ? writeAlone : attempt < FIRST_WAITING_ATTEMPT ? write : writeWaiting;
      const punched = await punchOnce(request, session, found.basis, writeOne);
      if (punched) return punched;
    }
    throw new OverloadedError('A punch lost every race.');
  };

  const inTurn = <Result>(request: PunchRequest, work: () => Promise<Result>): Promise<Result> =>
    underWay.during(() => perEmployee(request.userId, work));

  /** Reads what decides the person's next punch; null for an unknown account. */
  const stateOf = async (userId: string, requestId: string): Promise<LoadedBasis | null> => {
    const asked = { userId, requestId, session: null };
    const [found] = await readAll([asked], source.fallback);
    if (found && areSettingsStored(found.basis.settings)) cacheBasis(userId, found.basis);
    return found ?? null;
  };

  const punchKept = async (request: PunchRequest, judge: KeptJudge): Promise<KeptReason | null> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const found = await stateOf(request.userId, request.input.requestId);
      if (!found) return 'who_unknown';
      if (found.earlierResponse)
        return found.earlierResponse.fingerprint.equals(fingerprintOf(request)) ? null : 'does_not_fit';
      const reason = await judge(found);
      if (reason) return reason;
      if ((await waitSecondsOf(request.userId)) > 0) return 'does_not_fit';
      const punched = await punchOnce(request, null, found.basis, writeWaiting);
      if (punched) return punched.ok ? null : 'does_not_fit';
    }
    throw new OverloadedError('A kept press lost every race.');
  };

  return {
    stateOf,
    /** Punches at the time that a kiosk claims, if nothing speaks against it. Null: it is recorded. */
    punchKept: (request: PunchRequest, judge: KeptJudge) => inTurn(request, () => punchKept(request, judge)),
    /** Returns the cached session. The write of the punch verifies it. */
    cachedSession: (request: FastifyRequest): Session | null => {
      const token = tokenOf(request);
      if (token === undefined) return null;
      const hash = tokenHash(token);
      const known = sessions.get(keyOf(hash));
      const isFresh = known && Math.abs(clock.now() - known.foundAt) < LAST_SEEN_UPDATE_MS;
      return isFresh ? { ...known.session, tokenHash: hash } : null;
    },
    sessionOf: async (request: FastifyRequest) => {
      const now = clock.now();
      const found = await sessionOf(request, tx);
      if (!found) return null;
      const { tokenHash: hash, ...session } = found;
      // Do not cache a session that lacks a required factor: the session must work as soon as the factor is set up.
      if (!session.isFactorOverdue) sessions.set(keyOf(hash), { session, foundAt: now });
      return found;
    },
    /** Runs the punches of one person one after another (spec §4). Throws OverloadedError if all tries fail. */
    punch: (request: PunchRequest, session: Session | null): Promise<PunchResult> =>
      inTurn(request, () => punch(request, session?.tokenHash ?? null)),
    underWay: underWay.state,
  };
}

/** Writes the demo's punches in one transaction, since hundreds of commits would be slower. */
export async function writePunchesInOrder(
  tx: Transaction,
  requests: readonly { readonly at: EpochMs; readonly request: PunchRequest }[],
): Promise<void> {
  let basis: StateBeforePunch | undefined;
  for (const { at, request } of requests) {
    const times = { now: at, idleBefore: at };
    const asked = { userId: request.userId, requestId: request.input.requestId, session: null };
    basis ??= (await punchBases(tx, [asked], times, null))[0]?.basis;
    const plan = basis && planPunch(request, basis, at);
    if (!plan?.ok)
      throw new Error(`A ${request.punch} was not written: ${plan?.reason ?? 'nobody has that id'}.`);
    const [isWritten] = await writePunches(tx, [{ planned: plan.planned, session: null }], {
      ...times,
      waits: true,
    });
    if (!isWritten) throw new Error(`A ${request.punch} was not written: a lost race.`);
    basis = basisAfter(plan.planned);
  }
}
