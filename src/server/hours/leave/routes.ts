import { say } from '#texts/say';
import type { FastifyRequest } from 'fastify';
import { routes } from '#contract/routes';
import { leaveCost } from '#domain/leave/leave';
import { balancesOf } from '#domain/leave/allowance';
import { addDays, daysInRange, yearOf } from '#domain/time/workplace-day';
import type { Context } from '../../platform/context.ts';
import { findLedIds, viewerOf } from '../../people/leads/queries.ts';
import { newToken, tokenHash } from '../../people/credentials/tokens.ts';
import { FileAnswer, type Handlers } from '../../platform/http/handlers.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { isConfirmed, type Session, networkAndDevice } from '../../platform/http/caller.ts';
import { commandRunner } from '../../ledger/idempotency/commands.ts';
import { calendarOf } from '../../platform/calendars.ts';
import { inLanguage } from '../../platform/language.ts';
import { readSettings, settingsPart } from '../../workplace/settings/queries.ts';
import { earliestCorrectableDay, refusalText } from '../corrections/changes.ts';
import { correctionRefusal } from '../corrections/commands.ts';
import { findLeave, readPlannedDays, calendarOwner, allowanceQuestion, leaveFactsOf } from './queries.ts';
import { closedRanges } from '../../workplace/expected/queries.ts';
import { leaveCalendar, leaveFile } from './calendar.ts';
import { grantLeave, askLeave, validateLeave, saveCalendarKey, endCalendarKey } from './commands.ts';
import { undecidedLeaveRequests } from '../corrections/record-queries.ts';

/** As the security log records them. */
const RECORDED_NAMES = { own: 'My leave', people: 'Who is on leave' };

const LEAVE_DAYS_EACH_WAY = 366;
const NO_COST = { days: 0, minutes: 0, away: 0, awayNames: [], people: 0, left: null };

const isOwnerOrAdmin = ({ user }: Session, userId: string): boolean =>
  user.id === userId || user.role === 'admin';

export function leaveRoutes(context: Context) {
  const { database, clock, address, security } = context;
  const run = commandRunner(context);
  const noteAddress = (userId: string, detail: string, request: FastifyRequest): void =>
    security.note({ kind: 'calendar_address_changed', userId, detail, ...networkAndDevice(request) });
  const ledToday = async (userId: string): Promise<string[]> => {
    const { day } = calendarOf(await readSettings(database.pool)).dayAt(clock.now());
    return findLedIds(database.pool, userId, day);
  };
  return {
    askLeave: async ({ input: { requestId, ...request }, session }) => {
      const done = await run(session(), requestId, { leave: request }, (sender) =>
        askLeave(database, sender, request),
      );
      return done.ok
        ? { correction: done.correction }
        : correctionRefusal(done, await readSettings(database.pool), clock.now());
    },

    leaveCost: ({ input, reader }) =>
      reader().inSnapshot({ settings: settingsPart }, async (tx, { session, settings }) => {
        const { userId = session.user.id, leaveId = '', kind, first, last, half = null } = input;
        if (!isOwnerOrAdmin(session, userId)) return refuse('employee_not_found');
        const old = leaveId === '' ? null : await findLeave(tx, userId, leaveId);
        const change = { leaveId, old, new: { kind, first, last, half } };
        const { refusal } = await validateLeave(tx, clock.now(), userId, change, settings);
        // The allowance is computed day by day from the leave to today, so do not compute it for a distant year.
        const isFar = refusal === 'leave_range' || refusal === 'correction_too_long_ago';
        return {
          ...NO_COST,
          ...(isFar ? null : await leaveFactsOf(tx, clock.now(), settings, userId, change, session.user)),
          problem: refusal && refusalText(refusal, undefined, settings),
        };
      }),

    leave: ({ input, reader }) =>
      reader().inSnapshot({ settings: settingsPart }, async (tx, { session, settings }) => {
        const { userId: id = session.user.id } = input;
        if (!isOwnerOrAdmin(session, id)) return refuse('employee_not_found');
        const { day: today } = calendarOf(settings).dayAt(clock.now());
        const shown = {
          first: addDays(today, -LEAVE_DAYS_EACH_WAY),
          last: addDays(today, LEAVE_DAYS_EACH_WAY),
        };
        const { plans, days } = await readPlannedDays(tx, settings, id, shown);
        const earliest = earliestCorrectableDay(clock.now(), settings);
        const tooLongAgo = { first: '2000-01-01', last: addDays(earliest, -1) };
        const question = await allowanceQuestion(tx, clock.now(), settings, id);
        const accounts = question ? balancesOf(question, yearOf(today) + 1) : [];
        return {
          today,
          kinds: plans.leaveKinds,
          leave: (plans.leave.get(id) ?? []).map((one) => ({
            ...one,
            days: leaveCost(daysInRange(days, one), one.half, settings).days,
          })),
          requests: await undecidedLeaveRequests(tx, id),
          locked: [tooLongAgo, ...(await closedRanges(tx, id))],
          allowances: accounts.filter(({ year }) => year >= yearOf(today)),
        };
      }),

    grantLeave: async ({ input: { requestId, ...grant }, session }) => {
      const year = yearOf(calendarOf(await readSettings(database.pool)).dayAt(clock.now()).day);
      if (grant.year !== year && grant.year !== year + 1)
        return refuseFields({ year: say('refused.allowanceYear') });
      const done = await run(session(), requestId, grant, (sender) => grantLeave(database, sender, grant));
      return done.ok ? {} : refuse(done.code);
    },

    leaveCalendar: ({ input, reader }) =>
      reader().inSnapshot({ settings: settingsPart }, async (tx, { session, settings }) => {
        const { id: userId, role, department } = session.user;
        const viewer = await viewerOf(tx, session.user, settings, clock.now());
        const leadsNobody = viewer.visibleUserIds?.length === 1;
        const isForeign = (input.studio ?? department) !== department;
        if (role !== 'admin' && leadsNobody && (!settings.shareAway || isForeign)) return refuse('forbidden');
        return leaveCalendar(tx, settings, clock.now(), input, { ...viewer, userId });
      }),

    makeCalendarAddress: async ({ input: { scope }, session, request }) => {
      const { id: userId, role } = session().user;
      if (!isConfirmed(session(), clock.now())) return refuse('confirmation_required');
      if (scope === 'people' && role !== 'admin' && (await ledToday(userId)).length === 0)
        return refuse('forbidden');
      const key = newToken();
      await saveCalendarKey(database.pool, clock.now(), { userId, scope, hash: tokenHash(key) });
      noteAddress(userId, `Made: ${RECORDED_NAMES[scope]}`, request);
      return { address: `${address()}${routes.leaveFile.path}?key=${key}` };
    },

    endCalendarAddress: async ({ input: { scope }, session, request }) => {
      const { id: userId } = session().user;
      if (await endCalendarKey(database.pool, userId, scope))
        noteAddress(userId, `Ended: ${RECORDED_NAMES[scope]}`, request);
      return {};
    },

    leaveFile: async ({ input: { key } }) => {
      const owner = await calendarOwner(database.pool, tokenHash(key));
      if (!owner) return refuse('not_found');
      const settings = await readSettings(database.pool);
      const people = owner.scope === 'own' || owner.isAdmin ? null : await ledToday(owner.userId);
      // The owner no longer leads anybody, so the calendar address stops working.
      if (people?.length === 0) return refuse('not_found');
      // A calendar program sends no cookie.
      const text = await inLanguage(owner.language ?? settings.language, () =>
        leaveFile(database.pool, settings, clock.now(), owner, people),
      );
      return new FileAnswer(Buffer.from(text), 'text/calendar; charset=utf-8', 'leave.ics');
    },
  } satisfies Partial<Handlers>;
}
