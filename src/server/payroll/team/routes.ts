/** Routes for team leads. A response covers only the people that the SQL view `led` lists for the team lead. */
import { toInstantText } from '#contract/wire';
import type { Context } from '../../platform/context.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { findLedIds } from '../../people/leads/queries.ts';
import { calendarOf } from '../../platform/calendars.ts';
import { settingsPart } from '../../workplace/settings/queries.ts';
import { correctionDetail, correctionsPage } from '../../hours/requests/queries.ts';
import { teamOf, teamPeriods } from './queries.ts';

export function teamRoutes({ clock }: Context) {
  const parts = { settings: settingsPart };
  return {
    team: ({ reader }) =>
      reader().inSnapshot(parts, async (tx, { session, settings }) => {
        const now = clock.now();
        const people = await teamOf(tx, session.user.id, settings, now);
        return { now: toInstantText(now), timeZone: settings.zones, people };
      }),

    teamRequests: ({ input, reader }) =>
      reader().inSnapshot(parts, async (tx, { session, settings }) => {
        const now = clock.now();
        const lead = { id: session.user.id, today: calendarOf(settings).dayAt(now).day };
        const page = await correctionsPage(tx, settings, { ...input, lead });
        return { now: toInstantText(now), timeZone: settings.zones, isOnlyAdmin: false, ...page };
      }),

    teamRequest: ({ input, reader }) =>
      reader().inSnapshot(parts, async (tx, { session, settings }) => {
        const now = clock.now();
        const detail = await correctionDetail(tx, input.id, session.user, now);
        const led = await findLedIds(tx, session.user.id, calendarOf(settings).dayAt(now).day);
        if (!detail || !led.includes(detail.employee.id)) return refuse('correction_not_found');
        const { entries: _entries, punches: _punches, isOnlyAdmin: _isOnlyAdmin, ...shown } = detail;
        return shown;
      }),

    teamPeriods: ({ reader }) =>
      reader().inSnapshot(parts, (tx, { session, settings }) =>
        teamPeriods(tx, session.user.id, settings, clock.now()),
      ),
  } satisfies Partial<Handlers>;
}
