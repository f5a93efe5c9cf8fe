/** Judges presses that a kiosk kept without a network, one after another: punches, requests and refusals. */
import type { KeptOutcome } from '#contract/kiosk/kiosk';
import type { CheckedInputOf } from '#contract/routes';
import { toEpochMs } from '#contract/wire';
import { judgeKeptPress, pressText, type KeptReason } from '#domain/kiosk/kept-press';
import type { Context } from '../../platform/context.ts';
import { pick } from '../../platform/database/sql.ts';
import type { KioskCaller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Identification } from '../../people/badges/identify.ts';
import { closedPeriodSpans } from '../corrections/queries.ts';
import { lastPunchAt, planPunch } from '../punch-queue/plan.ts';
import type { PunchRequest } from '../punch-queue/planned-punch.ts';
import { isPaired, type LoadedBasis } from '../punch-queue/queries.ts';
import type { PunchQueue } from '../punch-queue/queue.ts';
import { recordedAddresses } from '../punch-queue/routes.ts';
import { requestKept, writeKeptPresses, type KeptPress } from './kept-commands.ts';
import { keptOutcomes } from './queries.ts';

type Kept = CheckedInputOf<'kioskKept'>;

/** Refusals that pass: the kiosk sends such a press again. */
const PASSING = new Set<string>(['kiosk_pin_wait', 'kiosk_badges_only']);
const NOT_ALLOWED = new Set<string>(['kiosk_not_for_you', 'kiosk_pin_required']);

export function createKeptDelivery(
  { config, clock, database, wake }: Context,
  queue: PunchQueue,
  { identify, unseal }: Identification,
) {
  const { pool } = database;

  return async (
    kiosk: KioskCaller,
    { deviceNow, presses }: Kept,
    address: string,
  ): Promise<KeptOutcome[]> => {
    const received = clock.now();
    const delivery = { kiosk, received };
    const waiting = new Map<string, KeptPress[]>();
    /** Asks before the person's next punch, so that a queue gives the same in one delivery and in several. */
    const ask = async (userId: string): Promise<void> => {
      const ofPerson = waiting.get(userId);
      waiting.delete(userId);
      if (ofPerson) await requestKept(database, userId, delivery, ofPerson);
    };

    const reasonAgainst = async (
      userId: string,
      { at, answeredAt, punch, ...press }: Kept['presses'][number],
      { basis, isActive, role }: LoadedBasis,
    ): Promise<KeptReason | null> => {
      if (!isActive || role !== 'employee') return 'not_allowed';
      const claimedAt = toEpochMs(at);
      const reason = judgeKeptPress(
        {
          claimedAt,
          answeredAt: answeredAt === null ? null : toEpochMs(answeredAt),
          ...pick(press, ['offsetMs', 'steadyMs']),
        },
        {
          now: received,
          deviceNow: toEpochMs(deviceNow),
          isRevoked: !(await isPaired(pool, kiosk.id)),
          heardAt: kiosk.heardAt,
          lastPunchAt: lastPunchAt(basis),
        },
      );
      if (reason !== null || punch !== 'clock_in') return reason;
      const closed = await closedPeriodSpans(pool, [userId], { from: claimedAt, to: claimedAt });
      return closed.length > 0 ? 'closed_period' : null;
    };

    const deliver = async (press: Kept['presses'][number]): Promise<void> => {
      const { requestId, counter, punch, who } = press;
      const claimedAt = toEpochMs(press.at);
      const kept = { requestId, counter, punch, claimedAt };
      const decide = (userId: string | null, outcome: 'recorded' | 'refused', reason: KeptReason | null) =>
        writeKeptPresses(pool, userId, delivery, [{ ...kept, outcome, reason }]);

      const opened = await unseal(who.sealed, pressText(press));
      const person = opened && (await identify(opened, kiosk, { acceptsTemporary: true }));
      if (person instanceof Refusal && PASSING.has(person.code)) return;
      if (!person || person instanceof Refusal) {
        const isKnown = person !== null && NOT_ALLOWED.has(person.code);
        await decide(null, 'refused', isKnown ? 'not_allowed' : 'who_unknown');
        return;
      }
      const { id } = person;
      const request: PunchRequest = {
        userId: id,
        kiosk,
        kept: { claimedAt: Math.min(claimedAt, received), counter },
        punch,
        input: { requestId },
        ...recordedAddresses(config, undefined, address),
      };
      const reason = await queue.punchKept(request, async (found) => {
        const against = await reasonAgainst(id, press, found);
        if (against) return against;
        if (!planPunch(request, found.basis, received).ok) return 'does_not_fit';
        await ask(id);
        return null;
      });
      // The punch wrote its outcome, unless it came before and its answer was lost.
      if (reason === null) await decide(id, 'recorded', null);
      else if (reason === 'not_allowed') await decide(id, 'refused', reason);
      else waiting.set(id, [...(waiting.get(id) ?? []), { ...kept, reason }]);
    };

    const known = await keptOutcomes(pool, kiosk.id, presses);
    for (const press of presses)
      if (!known.some(({ requestId }) => requestId === press.requestId)) await deliver(press);
    for (const userId of waiting.keys()) await ask(userId);
    wake();
    return keptOutcomes(pool, kiosk.id, presses);
  };
}
