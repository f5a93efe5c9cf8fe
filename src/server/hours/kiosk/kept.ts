/** Judges presses that a kiosk kept without a network, one after another: punches, requests and refusals. */
import type { KeptOutcome } from '#contract/kiosk/kiosk';
import type { KeptReason } from '#contract/kiosk/reasons';
import type { CheckedInputOf } from '#contract/routes';
import { toDomainChange, toEpochMs } from '#contract/wire';
import { applyChanges, changesWhatRuns, rebaseOntoCurrent } from '#domain/correction/correction';
import { leftOpenReason } from '#domain/entry/left-open';
import type { Punch } from '#domain/entry/time-entry';
import { foldPresses } from '#domain/kiosk/fold-presses';
import { judgeKeptPress, pressText, type KeptClaim } from '#domain/kiosk/kept-press';
import type { EpochMs } from '#domain/time/units';
import { timeContextAt } from '../../platform/calendars.ts';
import type { Context } from '../../platform/context.ts';
import type { KioskCaller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Identification } from '../../people/badges/identify.ts';
import { closedPeriodSpans } from '../corrections/queries.ts';
import { undecidedKeptRequests } from '../corrections/record-queries.ts';
import { lastPunchAt, planPunch } from '../punch-queue/plan.ts';
import type { PunchRequest } from '../punch-queue/planned-punch.ts';
import { isPaired, type LoadedBasis } from '../punch-queue/queries.ts';
import type { PunchQueue } from '../punch-queue/queue.ts';
import { recordedAddresses } from '../punch-queue/routes.ts';
import { requestKept, writeKeptPresses, type KeptPress } from './kept-commands.ts';
import { keptOutcomes } from './queries.ts';

type Kept = CheckedInputOf<'kioskKept'>;
type Id = string | null | undefined;

/** Refusals that pass: the kiosk sends such a press again, with later ones of its person. */
const PASSING = new Set<string>(['kiosk_pin_wait', 'kiosk_badges_only']);
const NOT_ALLOWED = new Set<string>(['kiosk_not_for_you', 'kiosk_pin_required']);

export function createKeptDelivery(
  { config, clock, database, wake }: Context,
  queue: PunchQueue,
  { find, identify, unseal }: Identification,
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
    const sentAgain = new Set<Id>();
    /** Asks before the person's next punch, so that a queue gives the same in one delivery and in several. */
    const ask = async (userId: string): Promise<void> => {
      const ofPerson = waiting.get(userId);
      waiting.delete(userId);
      if (ofPerson) await requestKept(database, userId, delivery, ofPerson);
    };

    /** Null: the press is a punch if it also fits the person's state. */
    const reasonAgainst = async (
      userId: string,
      { punch, ...press }: KeptClaim & { readonly punch: Punch },
      { basis, isActive, role }: LoadedBasis,
    ): Promise<KeptReason | null> => {
      if (!isActive || role !== 'employee') return 'not_allowed';
      const reason = judgeKeptPress(press, {
        now: received,
        deviceNow: toEpochMs(deviceNow),
        isRevoked: !(await isPaired(pool, kiosk.id)),
        heardAt: kiosk.heardAt,
        lastPunchAt: lastPunchAt(basis),
      });
      if (reason !== null || punch !== 'clock_in') return reason;
      const day = { from: press.claimedAt, to: press.claimedAt };
      return (await closedPeriodSpans(pool, [userId], day)).length > 0 ? 'closed_period' : null;
    };

    /**
     * Whether the entry that runs is not what the person goes on from: it lacks its end, or an undecided request ends it or
     * begins another. Such a press would count wrong times.
     */
    const goesOnFromOther = async (
      { userId, punch }: PunchRequest,
      at: EpochMs,
      { open, settings }: LoadedBasis['basis'],
    ): Promise<boolean> => {
      if (punch === 'clock_in' || !open) return false;
      const { entry } = open;
      if (leftOpenReason({ isActive: true }, entry, timeContextAt(settings, at)) !== null) return true;
      const undecided = await undecidedKeptRequests(pool, userId);
      const wanted = undecided
        .flatMap(({ items }) => items.map(toDomainChange))
        .filter(changesWhatRuns)
        .flatMap(
          (change) => rebaseOntoCurrent(change, change.entryId === entry.id ? entry : undefined) ?? [],
        );
      const { changed } = foldPresses(applyChanges([entry], wanted), [{ punch, at }], () => '');
      return wanted.some(({ entryId }) => changed.includes(entryId));
    };

    const deliver = async ({ who, ...press }: Kept['presses'][number]): Promise<void> => {
      const { requestId, counter, punch, answeredAt } = press;
      const claim = {
        ...press,
        claimedAt: toEpochMs(press.at),
        answeredAt: answeredAt === null ? null : toEpochMs(answeredAt),
      };
      const decide = (userId: Id, outcome: 'recorded' | 'refused', reason: KeptReason | null) =>
        writeKeptPresses(pool, userId ?? null, delivery, [{ ...claim, outcome, reason }]);

      const opened = await unseal(who.sealed, pressText(press));
      const { claimedAt } = claim;
      const person = opened && (await identify(opened, kiosk, { acceptsTemporary: true }));
      if (!person || person instanceof Refusal) {
        const code = person?.code ?? '';
        const stated = opened && (await find(opened, kiosk, true))?.id;
        const isOfSomebody = NOT_ALLOWED.has(code) || (code === 'badge_unknown' && stated);
        if (PASSING.has(code)) sentAgain.add(stated);
        else if (isOfSomebody) await decide(stated, 'refused', 'not_allowed');
        else await decide(null, 'refused', 'who_unknown');
        return;
      }
      const { id, badgeSince } = person;
      if (sentAgain.has(id)) return;
      const request: PunchRequest = {
        userId: id,
        kiosk,
        kept: { claimedAt: Math.min(claimedAt, received), counter },
        punch,
        input: { requestId },
        ...recordedAddresses(config, undefined, address),
      };
      const reason = await queue.punchKept(request, async (found) => {
        const against = await reasonAgainst(id, claim, found);
        if (against) return against;
        if ((badgeSince ?? claimedAt) > claimedAt) return 'badge_newer';
        // The same delivery may be under way twice.
        if ((await keptOutcomes(pool, kiosk.id, [press])).length > 0) return 'does_not_fit';
        if (!planPunch(request, found.basis, received).ok) return 'does_not_fit';
        await ask(id);
        return (await goesOnFromOther(request, claimedAt, found.basis)) ? 'does_not_fit' : null;
      });
      // The punch wrote its outcome, unless it came before and its answer was lost.
      if (reason === null) await decide(id, 'recorded', null);
      else if (reason === 'not_allowed') await decide(id, 'refused', reason);
      else waiting.set(id, [...(waiting.get(id) ?? []), { ...claim, reason }]);
    };

    const known = await keptOutcomes(pool, kiosk.id, presses);
    for (const press of presses)
      if (!known.some(({ requestId }) => requestId === press.requestId)) await deliver(press);
    for (const userId of waiting.keys()) await ask(userId);
    wake();
    return keptOutcomes(pool, kiosk.id, presses);
  };
}
