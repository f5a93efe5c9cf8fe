import type { PersonPeriod } from '#contract/periods/periods';
import { toInstantText } from '#contract/wire';
import { isReadyToClose, payPeriodOf } from '#domain/period/pay-period';
import type { PayrollSummary } from '#domain/period/payroll';
import type { Context } from '../../platform/context.ts';
import { pick } from '../../platform/database/sql.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Session } from '../../platform/http/caller.ts';
import { toRefusal, refuse } from '../../platform/http/refusal.ts';
import { commandRunner } from '../../ledger/idempotency/commands.ts';
import { readSettings, settingsPart } from '../../workplace/settings/queries.ts';
import { closePeriods, reopenPeriods } from './closing-commands.ts';
import { ownPeriods, toWirePeriod } from './records.ts';
import { respondToPeriod, type PeriodResponse } from './own-commands.ts';
import { peopleOfPeriod } from './people.ts';
import { firstAccountAt, ownerOfPeriods } from './queries.ts';
import { previousPeriodRange, periodOf, listedPeriods, todayOf } from './ranges.ts';
import { figuresOfPerson, summariesOf } from './summaries.ts';

/** @param isKnown false while worked time can still grow, or an end is missing */
const hoursOf = (summary: PayrollSummary, isKnown: boolean): PersonPeriod['hours'] => {
  const { workedMinutes, targetMinutes, creditedMinutes = 0 } = summary;
  const { balanceMinutes = workedMinutes + creditedMinutes - targetMinutes } = summary;
  return {
    ...pick(summary, ['workedMinutes', 'targetMinutes', 'absences', 'corrections']),
    balanceMinutes: isKnown ? balanceMinutes : null,
    overtimeMinutes: summary.overtimeMinutes.settings,
    lateArrivals: summary.lateArrivals.settings,
  };
};

export function periodRoutes(context: Context) {
  const { database, clock } = context;
  const run = commandRunner(context);
  const respond = async (session: Session, requestId: string | undefined, word: PeriodResponse) => {
    const done = await run(session, requestId, { ...word }, (sender) =>
      respondToPeriod(database, sender, word),
    );
    return done.ok
      ? { period: done.period }
      : toRefusal(done, clock.now(), await readSettings(database.pool));
  };
  return {
    myPeriods: ({ reader }) =>
      reader().inSnapshot({ settings: settingsPart }, async (tx, { settings, session }) => {
        const now = clock.now();
        const { id } = session.user;
        const owner = await ownerOfPeriods(tx, settings, id);
        if (!owner) return refuse('employee_not_found');
        const ranges = listedPeriods(settings, now, owner.employment[0]?.from ?? now);
        const periods = await ownPeriods(tx, now, settings, owner, ranges);
        return { now: toInstantText(now), periods };
      }),

    confirmPeriod: ({ input: { requestId, ...word }, session }) =>
      respond(session(), requestId, { ...word, objection: null }),

    objectToPeriod: ({ input: { requestId, reason, ...word }, session }) =>
      respond(session(), requestId, { ...word, objection: reason }),

    periods: ({ input, reader }) =>
      reader().inSnapshot({ settings: settingsPart }, async (tx, { settings }) => {
        const now = clock.now();
        const range =
          input.first === undefined
            ? previousPeriodRange(settings, now)
            : payPeriodOf(input.first, settings.payRules);
        const period = periodOf(settings, range);
        const people = await peopleOfPeriod(tx, now, settings, period);
        const open = people.filter(({ stored }) => !stored?.payroll);
        const summaries = await summariesOf(tx, open, { period, settings, at: now });
        const today = todayOf(settings, now);
        const isOver = range.last < today;
        return {
          now: toInstantText(now),
          timeZone: settings.zones,
          ranges: listedPeriods(settings, now, (await firstAccountAt(tx)) ?? now),
          ...range,
          isOver,
          people: people.map((one): PersonPeriod => ({
            userId: one.person.id,
            ...pick(one.person, ['name', 'employeeId', 'department']),
            ...toWirePeriod(range, one.stored, one.record, today),
            ...pick(one, ['open', 'answeredSince', 'isClockedIn']),
            hours: hoursOf(
              one.stored?.payroll ?? figuresOfPerson(summaries, one.person.id),
              isOver && one.open.entries === 0,
            ),
            isReady: isReadyToClose(one),
          })),
        };
      }),

    closePeriods: async ({ input: { requestId, ...question }, session }) => {
      const { name } = session().user;
      const closed = await run(session(), requestId, question, (sender) =>
        closePeriods(database, { ...sender, name }, question),
      );
      return closed.ok ? closed.outcome : refuse(closed.code);
    },

    reopenPeriods: async ({ input: { requestId, ...question }, session }) => {
      const reopened = await run(session(), requestId, question, (sender) =>
        reopenPeriods(database, sender, question),
      );
      return reopened.ok ? reopened.outcome : refuse(reopened.code);
    },
  } satisfies Partial<Handlers>;
}
