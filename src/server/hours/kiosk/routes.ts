import { say } from '#texts/say';
import type { KioskAnswer, Who } from '#contract/kiosk/kiosk';
import type { PunchOutcome } from '#contract/clock/clock';
import { problemText } from '#contract/problems';
import type { CheckedInputOf } from '#contract/routes';
import { toDomainEntry, toEpochMs } from '#contract/wire';
import { leftOpenReason } from '#domain/entry/left-open';
import { PUNCHES, PUNCH_REFUSALS, statusOf, totalWorkedMs, type Punch } from '#domain/entry/time-entry';
import type { KioskOptions } from '#domain/kiosk/options';
import { MS_PER_HOUR, type EpochMs } from '#domain/time/units';
import { isWithin } from '#domain/time/workplace-day';
import { calendarOf, timeContextAt } from '../../platform/calendars.ts';
import type { Context } from '../../platform/context.ts';
import { readRow } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { KioskCaller } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/language.ts';
import type { Identification } from '../../people/badges/identify.ts';
import type { KioskPerson } from '../../people/badges/queries.ts';
import { markSeen } from '../../people/kiosks/commands.ts';
import { fingerprintOf } from '../punch-queue/planned-punch.ts';
import { lastPunchAt } from '../punch-queue/plan.ts';
import type { LoadedBasis } from '../punch-queue/queries.ts';
import type { PunchQueue } from '../punch-queue/queue.ts';
import { createPunching, recordedAddresses } from '../punch-queue/routes.ts';
import { createClosing } from '../time-entries/closing-routes.ts';
import { findForgotten } from '../time-entries/forgotten.ts';
import { personEntriesPart } from '../time-entries/queries.ts';
import { choiceAnswer, recordedAnswer, repeatedAnswer, timeAt, type KioskWords } from './answers.ts';
import { createKeptDelivery } from './kept.ts';
import { requestKept } from './kept-commands.ts';
import { countKeptSince, keptOutcomes } from './queries.ts';

/** The same badge within this time changes nothing. */
const REPEATED_MS = 10_000;
/** Each press stays on record, so a device may send so many in an hour; the rest waits there. */
const KEPT_AN_HOUR = { kiosk: 5_000, person: 200 };

export function kioskPunchRoutes(context: Context, queue: PunchQueue, identification: Identification) {
  const { config, clock, database } = context;
  const { pool } = database;
  const runPunch = createPunching(context, queue);
  const close = createClosing(context);
  const deliver = createKeptDelivery(context, queue, identification);
  const refuseTooMany = async (sender: string, most: number): Promise<Refusal | null> =>
    (await countKeptSince(pool, sender, clock.now() - MS_PER_HOUR)) < most
      ? null
      : refuse('too_many_requests', { retryAfterSeconds: 600 });

  /** Answers in the language of the person who stands at the kiosk. */
  const answerTo = async <Answer>(
    who: Who,
    kiosk: KioskCaller,
    answer: (person: KioskPerson) => Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal> => {
    const person = await identification.identify(who, kiosk);
    if (person instanceof Refusal) return person;
    return inLanguage(person.language, async () => {
      const given = await answer(person);
      if (!(given instanceof Refusal)) return given;
      // The text of a refusal is made later, in the kiosk's language.
      return refuse(given.code, { message: problemText(given.code), ...given.details });
    });
  };

  /** Reads the hours of the punch's day, and an entry that was left open. */
  const readDay = async (userId: string, { basis: { settings } }: LoadedBasis, { entry }: PunchOutcome) => {
    const now = clock.now();
    const day = calendarOf(settings).dayAt(toEpochMs(entry.clockIn));
    const part = personEntriesPart(userId, { from: day.start, to: day.end });
    const entries = part.valueOf(await readRow(pool, [part]));
    const ofDay = entries.map(toDomainEntry).filter(({ clockIn }) => isWithin(clockIn, day));
    const forgotten = await inTransaction(database, (tx) =>
      findForgotten(tx, settings, userId, entries, now),
    );
    return { workedMs: totalWorkedMs(ofDay, now), forgotten };
  };

  const punchAt = async (
    kiosk: KioskCaller,
    input: CheckedInputOf<'kioskPunch'>,
    userId: string,
    address: string,
    attempt = 1,
  ): Promise<KioskWords | Refusal> => {
    const { requestId, who } = input;
    const state = await context.settings.withFallback(() => queue.stateOf(userId, requestId));
    if (!state) return refuse('badge_unknown');
    if (state.role !== 'employee') return refuse('kiosk_not_for_admins');
    const punch =
      input.punch ?? answeredPunch(state, requestId) ?? suggest(state, who, kiosk.options, clock.now());
    if (typeof punch !== 'string') return punch;
    const done = await runPunch(
      { userId, kiosk, punch, input: { requestId }, ...recordedAddresses(config, undefined, address) },
      null,
    );
    if (done instanceof Refusal) {
      // The person's other badge, kiosk or device came first: decide again.
      if (input.punch === undefined && attempt === 1 && PUNCH_REFUSALS.some((code) => code === done.code))
        return punchAt(kiosk, input, userId, address, attempt + 1);
      return done.code === 'forbidden' ? refuse('kiosk_not_for_admins') : done;
    }
    const outcome = JSON.parse(done.response) as PunchOutcome;
    const [day] = await Promise.all([
      readDay(userId, state, outcome),
      markSeen(pool, kiosk.id, clock.now(), { isHeard: true }),
    ]);
    return recordedAnswer({ punch, done: outcome, ...day }, kiosk.options, state.basis.settings);
  };

  return {
    kioskPunch: ({ input, kiosk, address }) =>
      answerTo(input.who, kiosk(), async ({ id, name, language }): Promise<KioskAnswer | Refusal> => {
        const answer = await punchAt(kiosk(), input, id, address);
        return answer instanceof Refusal ? answer : { ...answer, name, language };
      }),

    kioskLeft: ({ input: { who, ...stated }, kiosk }) =>
      answerTo(who, kiosk(), async (person) => {
        const closed = await close({ user: person }, { ...stated, reason: null, kiosk: kiosk().id });
        if (closed instanceof Refusal) return closed;
        const at = toEpochMs(closed.entry.clockOut ?? closed.entry.updatedAt);
        return { title: say('kioskAnswer.left', { time: timeAt(at, await context.settings.read()) }) };
      }),

    kioskKept: async ({ input, kiosk, address }) => {
      const tooMany = await refuseTooMany(kiosk().id, KEPT_AN_HOUR.kiosk);
      if (tooMany) return tooMany;
      await markSeen(pool, kiosk().id, clock.now(), { isHeard: false });
      return { outcomes: await deliver(kiosk(), input, address) };
    },

    sendKept: async ({ input: { presses }, session }) => {
      const { id } = session().user;
      const tooMany = await refuseTooMany(id, KEPT_AN_HOUR.person);
      if (tooMany) return tooMany;
      const kept = presses.map(({ at, ...press }) => ({
        ...press,
        claimedAt: toEpochMs(at),
        reason: 'own_device' as const,
      }));
      const delivery = { kiosk: null, received: clock.now() };
      // Requests are read by those who decide.
      await inLanguage((await context.workplace()).language, () => requestKept(database, id, delivery, kept));
      context.wake();
      return { outcomes: await keptOutcomes(pool, id, presses) };
    },
  } satisfies Partial<Handlers>;
}

/** Finds the punch that was decided when this request came first. */
const answeredPunch = ({ earlierResponse }: LoadedBasis, requestId: string): Punch | undefined =>
  PUNCHES.find((punch) =>
    earlierResponse?.fingerprint.equals(fingerprintOf({ punch, input: { requestId } })),
  );

/** Decides what a badge does by the person's state: a punch, or a question. */
function suggest({ basis }: LoadedBasis, who: Who, { badgeClocksOut }: KioskOptions, now: EpochMs) {
  const { open, settings } = basis;
  const isLeftOpen = leftOpenReason({ isActive: true }, open?.entry ?? null, timeContextAt(settings, now));
  const current = isLeftOpen ? undefined : open?.entry;
  const last = lastPunchAt(basis);
  // A clock that was set back must not make each badge a repeated one.
  if (last !== null && Math.abs(now - last) < REPEATED_MS) return repeatedAnswer(current, last, settings);
  if (!current) return 'clock_in';
  const isOut = badgeClocksOut && 'badge' in who && statusOf(current) === 'clocked-in';
  return isOut ? 'clock_out' : choiceAnswer(current, settings);
}
