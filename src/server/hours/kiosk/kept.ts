/** Judges presses that a kiosk kept without a network, one after another: punches, requests and refusals. */
import type { KeptOutcome } from '#contract/kiosk/kiosk';
import type { CheckedInputOf } from '#contract/routes';
import { toEpochMs } from '#contract/wire';
import { judgeKeptPress, type KeptReason } from '#domain/kiosk/kept-press';
import type { EpochMs } from '#domain/time/units';
import type { Context } from '../../platform/context.ts';
import { pick } from '../../platform/database/sql.ts';
import type { KioskCaller } from '../../platform/http/caller.ts';
import type { Identification, Identified } from '../../people/badges/identify.ts';
import { closedPeriodSpans } from '../corrections/queries.ts';
import { lastPunchAt, planPunch } from '../punch-queue/plan.ts';
import type { PunchRequest } from '../punch-queue/planned-punch.ts';
import { isPaired, type LoadedBasis } from '../punch-queue/queries.ts';
import type { PunchQueue } from '../punch-queue/queue.ts';
import { recordedAddress } from '../punch-queue/routes.ts';
import { insertKeptPresses, refusedPress, requestKept, type WaitingPress } from './kept-commands.ts';
import { keptOutcomes } from './queries.ts';

type Kept = CheckedInputOf<'kioskKept'>;

interface Received {
  readonly kiosk: KioskCaller;
  readonly press: Kept['presses'][number];
  readonly deviceNow: EpochMs;
  readonly received: EpochMs;
  readonly address: string;
}

/** Refusals that pass: the kiosk sends such a press again. */
const PASSING = new Set<string>(['kiosk_pin_wait', 'kiosk_badges_only']);
const NOT_ALLOWED = new Set<string>(['kiosk_not_for_you', 'kiosk_pin_required']);

export function createKeptDelivery(
  context: Context,
  queue: PunchQueue,
  { identify, unseal }: Identification,
) {
  const { config, clock, database } = context;
  const { pool } = database;

  const reasonAgainst = async (
    { basis, isActive, role }: LoadedBasis,
    { kiosk, userId, press, deviceNow, received }: Received & { readonly userId: string },
  ): Promise<KeptReason | null> => {
    if (!isActive || role !== 'employee') return 'not_allowed';
    const claimedAt = toEpochMs(press.at);
    const answeredAt = press.answeredAt === null ? null : toEpochMs(press.answeredAt);
    const reason = judgeKeptPress(
      { claimedAt, answeredAt, ...pick(press, ['offsetMs', 'steadyMs']) },
      {
        now: received,
        deviceNow,
        isRevoked: !(await isPaired(pool, kiosk.id)),
        heardAt: kiosk.heardAt,
        lastPunchAt: lastPunchAt(basis),
      },
    );
    if (reason !== null || press.punch !== 'clock_in') return reason;
    const closed = await closedPeriodSpans(pool, [userId], { from: claimedAt, to: claimedAt });
    return closed.length > 0 ? 'closed_period' : null;
  };

  /** @param beforePunch runs before each try to write */
  const punch = (
    userId: string,
    claim: Received,
    beforePunch: () => Promise<void>,
  ): Promise<KeptReason | null> => {
    const { kiosk, press, received, address } = claim;
    const { requestId, counter, punch: kind } = press;
    const kept = { claimedAt: Math.min(toEpochMs(press.at), received), counter };
    const request = { userId, kiosk, kept, input: { requestId } };
    const ipAddress = recordedAddress(config.ipLookupUrl, undefined, address);
    const wanted: PunchRequest =
      kind === 'clock_in'
        ? { ...request, punch: kind, ipAddress, seenAddress: address }
        : { ...request, punch: kind };
    return queue.punchKept(wanted, async (found) => {
      const reason = await reasonAgainst(found, { ...claim, userId });
      if (reason !== null) return reason;
      if (!planPunch(wanted, found.basis, received).ok) return 'does_not_fit';
      await beforePunch();
      return null;
    });
  };

  return async (kiosk: KioskCaller, kept: Kept, address: string): Promise<KeptOutcome[]> => {
    const received = clock.now();
    const { presses } = kept;
    const ids = presses.map(({ requestId }) => requestId);
    const outcomes = new Map((await keptOutcomes(pool, kiosk.id, ids)).map((one) => [one.requestId, one]));
    const waiting = new Map<string, WaitingPress[]>();
    const refuse = async (press: WaitingPress, userId: string | null): Promise<void> => {
      const refused = refusedPress(press, press.reason);
      await insertKeptPresses(pool, { kioskId: kiosk.id, userId, received }, [refused]);
      outcomes.set(press.requestId, { requestId: press.requestId, outcome: 'refused', reason: press.reason });
    };
    /** Asks before the person's next punch, so that a queue gives the same in one delivery and in several. */
    const ask = async (userId: string): Promise<void> => {
      const ofPerson = waiting.get(userId) ?? [];
      waiting.delete(userId);
      if (ofPerson.length === 0) return;
      for (const outcome of await requestKept(database, { userId, kiosk, received }, ofPerson))
        outcomes.set(outcome.requestId, outcome);
    };
    for (const press of presses) {
      const { requestId, counter, punch: kind } = press;
      if (outcomes.has(requestId)) continue;
      const recorded = { requestId, counter, punch: kind, claimedAt: toEpochMs(press.at) };
      const who = await unseal(press.who.sealed);
      const found: Identified | null = who && (await identify(who, kiosk, { acceptsTemporary: true }));
      if (found && !found.ok && PASSING.has(found.code)) continue;
      if (!found?.ok) {
        const reason = found && NOT_ALLOWED.has(found.code) ? 'not_allowed' : 'who_unknown';
        await refuse({ ...recorded, reason }, null);
        continue;
      }
      const { id } = found.person;
      const deviceNow = toEpochMs(kept.deviceNow);
      const reason = await punch(id, { kiosk, press, deviceNow, received, address }, () => ask(id));
      if (reason === null) outcomes.set(requestId, { requestId, outcome: 'recorded', reason });
      else if (reason === 'not_allowed') await refuse({ ...recorded, reason }, id);
      else waiting.set(id, [...(waiting.get(id) ?? []), { ...recorded, reason }]);
    }
    for (const userId of waiting.keys()) await ask(userId);
    context.wake();
    return ids.flatMap((id) => outcomes.get(id) ?? []);
  };
}
