import { say } from '#texts/say';
import type { KioskAnswer, Who } from '#contract/kiosk/kiosk';
import type { Settings } from '#contract/records';
import type { PunchOutcome } from '#contract/clock/clock';
import { toDomainEntry, toEpochMs } from '#contract/wire';
import { clockOutQuestion } from '#domain/entry/forgotten-clock-out';
import { leftOpenReason } from '#domain/entry/left-open';
import { statusOf, totalWorkedMs, type Punch } from '#domain/entry/time-entry';
import { formatDuration, MS_PER_MINUTE, timeText, type EpochMs } from '#domain/time/units';
import { isWithin, minuteOfDayAt } from '#domain/time/workplace-day';
import type { KioskOptions } from '#domain/kiosk/options';
import { calendarOf, timeContextAt } from '../../platform/calendars.ts';
import type { Context } from '../../platform/context.ts';
import { readRow } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { CheckedInputOf } from '#contract/routes';
import type { KioskCaller } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/language.ts';
import type { Identification } from '../../people/badges/identify.ts';
import { markSeen } from '../../people/kiosks/commands.ts';
import { fingerprintOf } from '../punch-queue/planned-punch.ts';
import { lastPunchAt } from '../punch-queue/plan.ts';
import type { LoadedBasis } from '../punch-queue/queries.ts';
import type { PunchQueue } from '../punch-queue/queue.ts';
import { createPunching, recordedAddress } from '../punch-queue/routes.ts';
import { createClosing } from '../time-entries/closing-routes.ts';
import { findForgotten } from '../time-entries/forgotten.ts';
import { personEntriesPart } from '../time-entries/queries.ts';
import { choiceAnswer, recordedAnswer, repeatedAnswer, timeAt, type KioskWords } from './answers.ts';
import { createKeptDelivery } from './kept.ts';
import { requestKept } from './kept-commands.ts';
import { createPersonAt } from './person.ts';

/** The same badge within this time changes nothing. */
const REPEATED_MS = 10_000;
const PUNCHES: readonly Punch[] = ['clock_in', 'break_start', 'break_end', 'clock_out'];

export function kioskPunchRoutes(context: Context, queue: PunchQueue, identification: Identification) {
  const { config, clock, database } = context;
  const runPunch = createPunching(context, queue);
  const close = createClosing(context);
  const personAt = createPersonAt(context, identification);
  const deliver = createKeptDelivery(context, queue, identification);
  /** Requests are read by those who decide. */
  const inWorkplaceLanguage = async <Result>(run: () => Promise<Result>): Promise<Result> =>
    inLanguage((await context.workplace()).language, run);

  /** Reads the hours of the punch's day, and an entry that was left open. */
  const readDay = async (
    userId: string,
    { basis: { settings } }: LoadedBasis,
    { entry }: PunchOutcome,
  ): Promise<{ workedMs: number; forgotten: Forgotten }> => {
    const now = clock.now();
    const day = calendarOf(settings).dayAt(toEpochMs(entry.clockIn));
    const part = personEntriesPart(userId, { from: day.start, to: day.end });
    const entries = part.valueOf(await readRow(database.pool, [part]));
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
    const { requestId } = input;
    const state = await context.settings.withFallback(() => queue.stateOf(userId, requestId));
    if (!state) return refuse('badge_unknown');
    if (state.role !== 'employee') return refuse('kiosk_not_for_admins');
    const { options } = kiosk;
    const decided =
      input.punch ?? answeredPunch(state, requestId) ?? suggest(state, input.who, options, clock.now());
    if (typeof decided !== 'string') return decided;
    const ipAddress = recordedAddress(config.ipLookupUrl, undefined, address);
    const request = { userId, kiosk, input: { requestId } };
    const done = await runPunch(
      decided === 'clock_in'
        ? { ...request, punch: decided, ipAddress, seenAddress: address }
        : { ...request, punch: decided },
      null,
    );
    if (done instanceof Refusal) {
      // The person's other badge, kiosk or device came first: decide again.
      if (input.punch === undefined && attempt === 1 && isStateRefusal(done))
        return punchAt(kiosk, input, userId, address, attempt + 1);
      return done.code === 'forbidden' ? refuse('kiosk_not_for_admins') : done;
    }
    const outcome = JSON.parse(done.response) as PunchOutcome;
    const [{ workedMs, forgotten }] = await Promise.all([
      readDay(userId, state, outcome),
      markSeen(database.pool, kiosk.id, clock.now(), { isHeard: true }),
    ]);
    const { settings } = state.basis;
    return recordedAnswer(decided, toEpochMs(outcome.at), settings, {
      lines: linesOf(outcome, workedMs, options),
      forgotten: toQuestion(forgotten, settings),
    });
  };

  return {
    kioskPunch: ({ input, kiosk, address }) =>
      personAt(input.who, kiosk(), async ({ id, name, language }): Promise<KioskAnswer | Refusal> => {
        const answer = await punchAt(kiosk(), input, id, address);
        return answer instanceof Refusal ? answer : { ...answer, name, language };
      }),

    kioskLeft: ({ input: { requestId, who, entryId, day, time }, kiosk }) =>
      personAt(who, kiosk(), async (person) => {
        const closing = { entryId, day, time, reason: null, kiosk: kiosk().id };
        const closed = await close({ user: person }, { requestId, ...closing });
        if (closed instanceof Refusal) return closed;
        const { settings } = context;
        const at = toEpochMs(closed.entry.clockOut ?? closed.entry.updatedAt);
        return { title: say('kioskAnswer.left', { time: timeAt(at, await settings.read()) }) };
      }),

    kioskKept: async ({ input, kiosk, address }) => {
      await markSeen(database.pool, kiosk().id, clock.now(), { isHeard: false });
      return { outcomes: await inWorkplaceLanguage(() => deliver(kiosk(), input, address)) };
    },

    sendKept: ({ input, session }) =>
      inWorkplaceLanguage(async () => {
        const delivery = { userId: session().user.id, kiosk: null, received: clock.now() };
        const presses = input.presses.map(({ requestId, counter, punch, at }) => ({
          requestId,
          counter,
          punch,
          claimedAt: toEpochMs(at),
          reason: 'own_device' as const,
        }));
        const outcomes = await requestKept(database, delivery, presses);
        context.wake();
        return { outcomes };
      }),
  } satisfies Partial<Handlers>;
}

const isStateRefusal = ({ code }: Refusal): boolean =>
  ['already_clocked_in', 'not_clocked_in', 'on_break', 'not_on_break'].includes(code);

function linesOf(
  { lateness, warnings }: PunchOutcome,
  workedMs: number,
  { showsLateness }: KioskOptions,
): string[] {
  const isLateShown = showsLateness && lateness?.late;
  return [
    ...(workedMs < MS_PER_MINUTE
      ? []
      : [say('kioskAnswer.today', { duration: formatDuration(workedMs / MS_PER_MINUTE) })]),
    ...(isLateShown ? [say('kioskAnswer.late', { minutes: String(lateness.minutes) })] : []),
    ...warnings,
  ];
}

const isPunchOf = ({ earlierResponse }: LoadedBasis, requestId: string, punch: Punch): boolean =>
  earlierResponse?.fingerprint.equals(fingerprintOf({ punch, input: { requestId } })) === true;

/** Finds the punch that was decided when this request came first. */
const answeredPunch = (state: LoadedBasis, requestId: string): Punch | undefined =>
  PUNCHES.find((punch) => isPunchOf(state, requestId, punch));

/** Decides what a badge does by the person's state: a punch, or a question. */
function suggest({ basis }: LoadedBasis, who: Who, { badgeClocksOut }: KioskOptions, now: EpochMs) {
  const { open, settings } = basis;
  const isLeftOpen = leftOpenReason({ isActive: true }, open?.entry ?? null, timeContextAt(settings, now));
  const current = isLeftOpen ? undefined : open?.entry;
  const last = lastPunchAt(basis);
  if (last !== null && now - last < REPEATED_MS) return repeatedAnswer(current, last, settings);
  if (!current) return 'clock_in';
  const isOut = badgeClocksOut && 'badge' in who && statusOf(current) === 'clocked-in';
  return isOut ? 'clock_out' : choiceAnswer(current, settings);
}

type Forgotten = Awaited<ReturnType<typeof findForgotten>>;
type KioskForgotten = Extract<KioskAnswer, { outcome: 'recorded' }>['forgotten'];

/** Null without a suggested time: there would be nothing to tap. */
function toQuestion(forgotten: Forgotten, settings: Settings): KioskForgotten {
  if (!forgotten) return null;
  const { wire, day, present, shiftEnd, usual } = forgotten;
  const ends = [shiftEnd, usual]
    .filter((at) => at !== null)
    .map((at) => ({ at, on: calendarOf(settings).dayAt(at) }));
  const [first] = ends;
  if (!first) return null;
  const times = ends
    .filter(({ on }) => on.day === first.on.day)
    .map(({ at, on }) => ({ time: timeText(minuteOfDayAt(at, on)), label: timeAt(at, settings) }));
  return {
    entryId: wire.id,
    day: first.on.day,
    question: clockOutQuestion(day, present.today.day),
    times,
    later: say('kioskAnswer.later'),
  };
}
