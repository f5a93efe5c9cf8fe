import type { PersonPeriod } from '#contract/periods';
import { toInstantText } from '#contract/wire';
import { isReadyToClose, payPeriodOf } from '#domain/period/pay-period';
import type { PayrollSummary } from '#domain/period/payroll';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refusalOf, refuse } from '../../platform/http/refusal.ts';
import { cursorPart } from '../../record/ledger/queries.ts';
import { once } from '../../platform/idempotency/commands.ts';
import { idempotencyKeyOf } from '../../platform/idempotency/queries.ts';
import { readSettings, settingsPart } from '../../workplace/settings/queries.ts';
import { closePeriods, reopenPeriods } from './closing-commands.ts';
import { ownPeriods, recordOf } from './records.ts';
import { respondToPeriod, type PeriodResponse } from './own-commands.ts';
import { peopleOfPeriod } from './people.ts';
import { firstAccountAt, ownerOfPeriods } from './queries.ts';
import { lastRange, periodOf, rangesShown, todayOf } from './ranges.ts';
import { summariesOf } from './summaries.ts';

const hoursOf = (summary: PayrollSummary | undefined): PersonPeriod['hours'] => ({
  workedMinutes: summary?.workedMinutes ?? 0,
  targetMinutes: summary?.targetMinutes ?? 0,
  overtimeMinutes: summary?.overtimeMinutes.settings ?? 0,
  absences: summary?.absences ?? 0,
  lateArrivals: summary?.lateArrivals.settings ?? 0,
  corrections: summary?.corrections ?? 0,
});

export function periodRoutes({ database, clock, seal, wake }: Context) {
  const respond = async (userId: string, requestId: string | undefined, word: PeriodResponse) => {
    const key = idempotencyKeyOf(userId, requestId, { ...word });
    const response = await once(database, key, () =>
      respondToPeriod(database, clock.now(), userId, word, key),
    );
    if (!response.ok) return refusalOf(response, clock.now(), await readSettings(database.pool));
    wake();
    return { period: response.period };
  };
  return {
    myPeriods: ({ reader }) =>
      reader().inSnapshot(
        { cursor: cursorPart(seal), settings: settingsPart },
        async (tx, { cursor, settings, session }) => {
          const now = clock.now();
          const { id } = session.user;
          const owner = await ownerOfPeriods(tx, id);
          if (!owner) return refuse('employee_not_found');
          const ranges = rangesShown(settings, now, owner.createdAt);
          const periods = await ownPeriods(tx, now, settings, { id, ...owner }, ranges);
          return { cursor, now: toInstantText(now), periods };
        },
      ),

    confirmPeriod: ({ input: { requestId, ...word }, session }) =>
      respond(session().user.id, requestId, { ...word, objection: null }),

    objectToPeriod: ({ input: { requestId, reason, ...word }, session }) =>
      respond(session().user.id, requestId, { ...word, objection: reason }),

    periods: ({ input, reader }) =>
      reader().inSnapshot(
        { cursor: cursorPart(seal), settings: settingsPart },
        async (tx, { cursor, settings }) => {
          const now = clock.now();
          const range =
            input.first === undefined
              ? lastRange(settings, now)
              : payPeriodOf(input.first, settings.payRules);
          const period = periodOf(settings, range);
          const people = await peopleOfPeriod(tx, now, settings, period);
          const open = people.filter(({ stored }) => !stored?.payroll);
          const summaries = await summariesOf(tx, open, { period, settings, at: now });
          const today = todayOf(settings, now);
          return {
            cursor,
            now: toInstantText(now),
            timeZone: settings.zones,
            ranges: rangesShown(settings, now, (await firstAccountAt(tx)) ?? now),
            ...range,
            isOver: range.last < today,
            people: people.map((one): PersonPeriod => ({
              userId: one.person.id,
              name: one.person.name,
              employeeId: one.person.employeeId,
              department: one.person.department,
              ...recordOf(range, one.stored, one.record, today),
              open: one.open,
              answeredSince: one.answeredSince,
              isClockedIn: one.isClockedIn,
              hours: hoursOf(one.stored?.payroll ?? summaries.get(one.person.id)),
              isReady: isReadyToClose(one),
            })),
          };
        },
      ),

    closePeriods: async ({ input, session }) => {
      const { id, name } = session().user;
      const { requestId, ...question } = input;
      const key = idempotencyKeyOf(id, requestId, question);
      const closed = await once(database, key, () =>
        closePeriods(database, clock.now(), { id, name }, question, key),
      );
      if (!closed.ok) return refuse(closed.code);
      wake();
      return closed.outcome;
    },

    reopenPeriods: async ({ input, session }) => {
      const { id, name } = session().user;
      const { requestId, ...question } = input;
      const key = idempotencyKeyOf(id, requestId, question);
      const reopened = await once(database, key, () =>
        reopenPeriods(database, clock.now(), { id, name }, question, key),
      );
      if (!reopened.ok) return refuse(reopened.code);
      wake();
      return reopened.outcome;
    },
  } satisfies Partial<Handlers>;
}
