/** The figures of the report over all employees, of some people and for who needs them at once: a closed period's. */
import type { Present } from '#domain/day/night-shift';
import type { ReportRules } from '#domain/report/rules';
import type { WorkSettings } from '#domain/settings/settings';
import { sumOfFigures, type TeamFigures } from '#domain/report/team-report';
import { figuresOfSums, overtimeStartBy, stretchedDays, type StretchedDay } from '#domain/report/team-sums';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import type { Transaction } from '../../platform/database/transaction.ts';
import { entrySums, MOST_STRETCHES, type PersonOfRange } from './queries.ts';

/** More would have more stretches than are added up at a time: nearly all days have two. */
export const MOST_DAYS = MOST_STRETCHES / 2;

/** The first ones, as many as have no more stretches than are added up at a time. */
export function inOneSlice(days: readonly StretchedDay[]): readonly StretchedDay[] {
  let stretches = 0;
  const beyond = days.findIndex((day) => (stretches += day.stretches.length) > MOST_STRETCHES);
  return beyond < 0 ? days : days.slice(0, beyond);
}

export interface FiguresQuestion {
  /** Consecutive, and over. */
  readonly days: readonly WorkplaceDay[];
  readonly people: readonly Pick<PersonOfRange, 'id' | 'createdAt' | 'leftAt'>[];
  readonly rules: ReportRules;
  readonly settings: WorkSettings;
  readonly present: Present;
}

/** By whose they are. */
export async function figuresOfPeople(
  tx: Transaction,
  { days, people, rules, settings, present }: FiguresQuestion,
): Promise<Map<string, TeamFigures>> {
  const overtime = overtimeStartBy(rules, settings);
  const today = days.at(-1)?.day ?? '';
  const userIds = people.map(({ id }) => id);
  const parts = new Map<string, TeamFigures[]>(userIds.map((id) => [id, []]));
  for (let next = 0; next < days.length;) {
    const slice = inOneSlice(stretchedDays(days.slice(next, next + MOST_DAYS), rules, settings));
    const sums = await entrySums(tx, { days: slice, overtime, present, userIds });
    for (const { id, createdAt, leftAt } of people)
      parts.get(id)?.push(figuresOfSums(slice, { createdAt, leftAt, today }, sums.get(id)));
    next += slice.length;
  }
  return new Map([...parts].map(([id, figures]) => [id, sumOfFigures(figures)]));
}
