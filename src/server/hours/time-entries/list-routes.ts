import { PAGE_SIZE_MAX, ENTRIES_PER_PAGE, type ListedEntry } from '#contract/clock/entry-lists';
import { toEpochMs, toInstantText, toWireEmployment } from '#contract/wire';
import type { ZoneCalendar } from '#domain/time/calendar';
import { isTaggedLate } from '#domain/day/punctuality';
import type { TimeContext } from '#domain/entry/left-open';
import { ruleTexts } from '#domain/report/rules';
import type { WorkSettings } from '#domain/settings/settings';
import { type EpochMs, MS_PER_HOUR } from '#domain/time/units';
import { minuteOfDayAt } from '#domain/time/workplace-day';
import { plannedDays, type PersonalPlans } from '#domain/expected/schedules';
import {
  boundsOf,
  calendarOf,
  daysAround,
  isWithinDays,
  timeContextAt,
  rangeAround,
  spanOf,
  toWireCalendar,
} from '../../platform/calendars.ts';
import type { Context } from '../../platform/context.ts';
import { toExportEvent } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { cursorPart } from '../../ledger/queries.ts';
import { employmentIn, employmentPart } from '../../people/employment/queries.ts';
import { isLeadOn, leadingPart } from '../../people/leads/queries.ts';
import { areSettingsStored } from '../../workplace/settings/loading.ts';
import {
  closedPeriodsPart,
  correctionsOfEntries,
  isCorrectionWithin,
  uncountedEntriesIn,
  ownCorrectionsPart,
  ownCorrectionsWithin,
} from '../corrections/record-queries.ts';
import { type EntriesFilter, type FoundEntry, entriesPage } from './list-queries.ts';
import { withLeftOpenMarks, ownEntriesPart } from './queries.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { ownReminderPart } from '../reminders/queries.ts';
import { leavePart, personalPlansOf, plansOf } from '../../workplace/expected/queries.ts';

const DECISIONS_SHOWN_MS = 31 * 24 * MS_PER_HOUR;

export function clockRoutes(context: Context): Handlers<'clock'> {
  const { config, clock, seal } = context;
  return {
    clock: async ({ reader }) => {
      const now = clock.now();
      const range = rangeAround(now);
      const span = spanOf(range.first, range.last);
      const found = await reader().read({
        cursor: cursorPart(seal),
        settings: context.settings.part(),
        entries: ownEntriesPart(span),
        corrections: ownCorrectionsPart(span, now - DECISIONS_SHOWN_MS),
        closed: closedPeriodsPart(null, span, now),
        remindedOf: ownReminderPart,
        leave: leavePart(null, range),
        leading: leadingPart,
        employment: employmentPart(null),
      });
      if (found instanceof Refusal) return found;
      const {
        session,
        cursor,
        settings,
        entries,
        corrections,
        closed,
        remindedOf,
        leave,
        leading,
        employment,
      } = found;
      const { today, days: around } = daysAround(settings, now, settings.firstWeekday);
      const plans = { ...(await plansOf(context.database.pool, settings)), leave };
      const days = plannedDays(plans, session.user.id, around);
      const view = {
        cursor,
        now: toInstantText(now),
        calendar: toWireCalendar(settings, today, days),
        settings,
        settingsLoaded: areSettingsStored(settings),
        employment: toWireEmployment(employmentIn(settings, employment)),
        entries: entries.filter((entry) => entry.clockOut === null || isWithinDays(entry, days)),
        corrections,
        closed,
        remindedOf,
        isLead: isLeadOn(leading, today.day),
      };
      return config.ipLookupUrl === null ? view : { ...view, ipLookupUrl: config.ipLookupUrl };
    },
  };
}

const NO_SPAN = { from: 0, to: 0 };

export const timeEntryListRoutes = (context: Context): Handlers<'myTimeEntries' | 'timeEntries'> => ({
  myTimeEntries: ({ input, reader }) => {
    const { from, to, limit, before } = input;
    const isWhole = from !== undefined && to !== undefined;
    const first = {
      settings: context.settings.part(),
      standing: ownCorrectionsWithin(isWhole ? spanOf(from, to) : null),
      closed: closedPeriodsPart(null, isWhole ? spanOf(from, to) : NO_SPAN, context.clock.now()),
      leave: leavePart(null, isWhole ? { first: from, last: to } : rangeAround(context.clock.now())),
      employment: employmentPart(null),
    };
    return reader().inSnapshot(
      first,
      async (tx, { session, standing, closed, settings, leave, employment }) => {
        const calendar = calendarOf(settings);
        const { today, days: around } = daysAround(settings, context.clock.now(), settings.firstWeekday);
        const { found, next } = await entriesPage(tx, {
          limit: limit ?? (isWhole ? undefined : ENTRIES_PER_PAGE),
          before,
          userId: session.user.id,
          ...boundsOf(calendar, input),
        });
        const plain = isWhole ? calendar.days(from, to) : around;
        const days = plannedDays({ ...(await plansOf(tx, settings)), leave }, session.user.id, plain);
        const entries = found.map(({ entry }) => entry);
        const corrections = isWhole
          ? standing.filter((correction) => isCorrectionWithin(correction, days))
          : await correctionsOfEntries(
              tx,
              entries.map(({ id }) => id),
            );
        return {
          calendar: toWireCalendar(settings, today, days),
          employment: toWireEmployment(employmentIn(settings, employment)),
          entries,
          corrections,
          closed,
          next,
        };
      },
    );
  },

  timeEntries: ({ input, reader, request }) =>
    reader().inSnapshot({ settings: context.settings.part() }, async (tx, { session, settings }) => {
      // Browsers build export files from pages of this size. Note the export once, at the first page.
      if (input.limit === PAGE_SIZE_MAX && input.before === undefined && input.userId === undefined)
        context.security.note(toExportEvent(session.user.id, 'Time entries', request));
      const known = areSettingsStored(settings) ? settings : undefined;
      const calendar = calendarOf(settings);
      const now = context.clock.now();
      const { today, days } = daysAround(settings, now);
      const question = { ...input, ...boundsOf(calendar, input) };
      const { found, next } = await entriesPage(tx, question);
      const clockIns = found.map(({ entry }) => calendar.dayAt(toEpochMs(entry.clockIn)));
      const plans = await personalPlansOf(
        tx,
        settings,
        clockIns.toSorted((one, other) => one.start - other.start),
        [...new Set(found.map(({ employee }) => employee.id))],
      );
      const others =
        input.status === 'open'
          ? []
          : await uncountedEntriesIn(tx, { ...question, ...rangeOfPage(question, next) });
      return {
        now: toInstantText(now),
        calendar: toWireCalendar(settings, today, days),
        rows: found.map((each) => toRow(each, calendar, plans, known, timeContextAt(settings, now))),
        others,
        corrections: await correctionsOfEntries(tx, [
          ...found.map(({ entry }) => entry.id),
          ...others.map(({ entryId }) => entryId),
        ]),
        next,
        tag: ruleTexts('settings', known).tag,
      };
    }),
});

const rangeOfPage = ({ from, to, before }: EntriesFilter, next: string | null) => ({
  from: next === null ? from : instantOf(next),
  to: before === undefined ? to : instantOf(before),
});

const instantOf = (position: string): EpochMs => toEpochMs(position.slice(0, position.indexOf('_')));

function toRow(
  { entry, employee, isEmployed, previousClockIn }: FoundEntry,
  calendar: ZoneCalendar,
  plans: PersonalPlans,
  settings: WorkSettings | undefined,
  present: TimeContext,
): ListedEntry {
  const clockIn = toEpochMs(entry.clockIn);
  const [day = calendar.dayAt(clockIn)] = plannedDays(plans, employee.id, [calendar.dayAt(clockIn)]);
  const isArrival = previousClockIn === null || previousClockIn < day.start;
  const [seen = entry] = withLeftOpenMarks([entry], { isActive: isEmployed }, present);
  return {
    entry: seen,
    employee,
    day: day.day,
    isLate: isArrival && isTaggedLate({ day, minute: minuteOfDayAt(clockIn, day) }, settings),
  };
}
