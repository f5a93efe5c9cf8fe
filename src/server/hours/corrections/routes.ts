import { toDomainChange, toDomainEntry, toInstantText } from '#contract/wire';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { type Refusal, refusalOf, refuse } from '../../platform/http/refusal.ts';
import { cursorPart } from '../../record/ledger/queries.ts';
import { once } from '../../platform/idempotency/commands.ts';
import { refuseSkippedTime } from '../skipped-time.ts';
import { idempotencyKeyOf, type IdempotencyKey } from '../../platform/idempotency/queries.ts';
import { readSettings } from '../../workplace/settings/queries.ts';
import { type CorrectionResult, askCorrection, decide, sendBack } from './commands.ts';
import { refusalText, type Faulty } from './changes.ts';
import { correctionsPage, listedCorrection } from './list-queries.ts';
import { actorOf, employmentOf, punchDetailsOf } from './queries.ts';
import type { Settings } from '#contract/records';
import { beginsOf } from '#domain/correction/correction';
import type { EpochMs } from '#domain/time/units';
import type { CorrectionDetail } from '#contract/corrections';
import { correctionEffect } from '#domain/correction/effect';
import { isCounting } from '#domain/correction/state';
import { addDays, dayContaining, monthOf } from '#domain/time/workplace-day';
import { plannedDays } from '#domain/expected/schedules';
import { calendarOf, presentOf, toWireCalendar } from '../../workplace/calendars.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { readRow } from '../../platform/database/parts.ts';
import { leaveFactsOf } from '../allowance/queries.ts';
import { withLeftOpenMarks, entriesPart } from '../time-entries/queries.ts';
import { personalPlansOf } from '../../workplace/expected/queries.ts';

async function correctionDetail(
  tx: Queryable,
  id: string,
  adminId: string,
  now: EpochMs,
): Promise<CorrectionDetail | undefined> {
  const listed = await listedCorrection(tx, id);
  if (!listed) return undefined;
  const { correction, employee } = listed;
  const settings = await readSettings(tx);
  const calendar = calendarOf(settings);
  const changes = correction.items.map(toDomainChange);
  const touched = [correction.day, ...beginsOf(changes).map((at) => calendar.dayAt(at).day)].toSorted();
  const [first = correction.day, last = correction.day] = [touched[0], touched.at(-1)];
  const beside = { first: addDays(first, -1), last: addDays(last, 1) };
  const [from = first] = [monthOf(first).first, beside.first].toSorted();
  const [until = last] = [monthOf(last).last, beside.last].toSorted().toReversed();
  const plain = calendar.days(from, until);
  const days = plannedDays(await personalPlansOf(tx, settings, plain, [employee.id]), employee.id, plain);
  const part = entriesPart(employee.id, { from: days[0]?.start ?? 0, to: days.at(-1)?.end ?? 0 });
  const { createdAt, leftAt } = await employmentOf(tx, employee.id);
  const person = { isActive: leftAt === null };
  const entries = withLeftOpenMarks(
    part.valueOf(await readRow(tx, [part])),
    person,
    presentOf(settings, now),
  );
  const today = calendar.dayAt(now);
  const effect = correctionEffect({
    entries: entries.map(toDomainEntry),
    changes,
    isCounting: isCounting(correction.state),
    days,
    employee: { id: employee.id, name: employee.name, createdAt, leftAt },
    today: today.day,
    rules: 'settings',
    settings,
    now,
  });
  return {
    now: toInstantText(now),
    isOnlyAdmin: (await actorOf(tx, adminId, now)).isOnlyAdmin,
    calendar: toWireCalendar(settings, today, days),
    ...listed,
    leave: correction.leave ? await leaveFactsOf(tx, now, settings, employee.id, correction.leave) : null,
    entries: entries.filter(({ clockIn }) => {
      const day = dayContaining(Date.parse(clockIn), days)?.day;
      return day !== undefined && day >= beside.first && day <= beside.last;
    }),
    punches: await punchDetailsOf(
      tx,
      changes.map(({ entryId }) => entryId),
    ),
    effect: {
      days: effect.days.map((day) => ({ ...day })),
      months: effect.months.map((month) => ({ ...month })),
    },
  };
}

export function correctionRefusal(
  { code, from, fault }: Extract<CorrectionResult, { ok: false }>,
  settings: Settings,
  now: EpochMs,
): Refusal {
  if (from !== undefined) return refusalOf({ ok: false, code, from }, now, settings);
  const message = refusalText(code, fault, settings);
  return refuse(code, { message, ...(fault ? { fields: { [fieldOf(fault)]: message } } : {}) });
}

/** The form's field: 'changes.0' or 'changes.0.breaks.1'. */
const fieldOf = ({ fault: { item, pause } }: Faulty): string =>
  `changes.${item}${pause === undefined ? '' : `.breaks.${pause}`}`;

export function correctionRoutes(context: Context) {
  const { database, clock, seal, wake } = context;
  const answer = async (
    request: object,
    key: IdempotencyKey | undefined,
    command: () => Promise<CorrectionResult>,
  ) => {
    const skipped = refuseSkippedTime(request, (await readSettings(database.pool)).zones);
    if (skipped) return skipped;
    const done = await once(database, key, command);
    if (!done.ok) return correctionRefusal(done, await readSettings(database.pool), clock.now());
    wake();
    return { correction: done.correction };
  };
  return {
    askCorrection: async ({ input: { requestId, ...request }, session }) => {
      const { id } = session().user;
      const key = idempotencyKeyOf(id, requestId, { ask: request });
      return answer(request, key, () => askCorrection(database, clock.now(), id, request, key));
    },

    sendBackCorrection: async ({ input: { requestId, ...counter }, session }) => {
      const { id } = session().user;
      const key = idempotencyKeyOf(id, requestId, { sendBack: counter });
      return answer(counter, key, () => sendBack(database, clock.now(), id, counter, key));
    },

    // One transaction each: a refusal stops none of the others.
    decideCorrections: async ({ input, session }) => {
      const { requestId, action, reason, corrections } = input;
      const actor = session().user.id;
      const outcomes = [];
      for (const { id, version } of corrections) {
        const key = idempotencyKeyOf(actor, requestId && `${requestId} ${id}`, {
          id,
          version,
          action,
          reason,
        });
        const done = await once(database, key, () =>
          decide(database, clock.now(), actor, { id, version, action, reason }, key),
        );
        if (done.ok) outcomes.push({ id, correction: done.correction });
        else {
          const settings = await readSettings(database.pool);
          const fault = 'fault' in done ? done.fault : undefined;
          if (corrections.length === 1) return correctionRefusal(done, settings, clock.now());
          const message = refusalText(done.code, fault, settings);
          outcomes.push({ id, problem: { code: done.code, message } });
        }
      }
      wake();
      return { outcomes };
    },

    corrections: ({ input, reader }) =>
      reader().inSnapshot(
        { cursor: cursorPart(seal), settings: context.settings.part() },
        async (tx, { session, cursor, settings: { zones } }) => ({
          cursor,
          now: toInstantText(clock.now()),
          timeZone: zones,
          isOnlyAdmin: (await actorOf(tx, session.user.id, clock.now())).isOnlyAdmin,
          ...(await correctionsPage(tx, input)),
        }),
      ),

    correction: ({ input, reader }) =>
      reader().inSnapshot(
        {},
        async (tx, { session }) =>
          (await correctionDetail(tx, input.id, session.user.id, clock.now())) ??
          refuse('correction_not_found'),
      ),
  } satisfies Partial<Handlers>;
}
