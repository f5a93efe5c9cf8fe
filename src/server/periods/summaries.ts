/** What payroll is told of people's periods when they are closed. */
import { createHash } from 'node:crypto';
import type { PayrollPerson } from '#contract/payroll';
import type { Settings } from '#contract/records';
import { toInstantText } from '#contract/wire';
import { payrollSummary, type PayrollQuestion } from '#domain/payroll';
import type { TeamFigures } from '#domain/team-report';
import type { EpochMs } from '#domain/time';
import type { Transaction } from '../database/transaction.ts';
import { canonicalJson, type Json } from '../ledger/canonical.ts';
import { figuresOfPeople } from '../reports/figures.ts';
import type { PersonOfPeriod } from './people.ts';
import { correctionsOfPeriods, payrollNumbers, statedEnds } from './queries.ts';
import type { Period } from './ranges.ts';

/** All that files of it are made of: nothing that is changed later changes one of them. */
export interface Frozen {
  readonly person: PayrollPerson;
  readonly workplace: string;
  readonly timeZone: string;
}

/** Its canonical text, and the SHA-256 of that. */
export interface FrozenText {
  readonly text: string;
  readonly hash: Buffer;
}

export const hashOfFrozen = (frozen: unknown): FrozenText => {
  const text = canonicalJson(frozen as Json);
  return { text, hash: createHash('sha256').update(text).digest() };
};

export interface ClosingOf {
  readonly period: Period;
  readonly settings: Settings;
  readonly at: EpochMs;
  /** The admin's name. */
  readonly closedBy: string;
}

/** By whose they are. Nothing of these people's hours may change until it is written. */
export async function frozenOf(
  tx: Transaction,
  people: readonly PersonOfPeriod[],
  { period, settings, at, closedBy }: ClosingOf,
): Promise<Map<string, FrozenText>> {
  const persons = people.map(({ person }) => person);
  const userIds = persons.map(({ id }) => id);
  const question = { days: period.days, people: persons, settings, now: at };
  const corrections = new Map<string, PayrollQuestion['corrections'][number][]>();
  for (const one of [
    ...(await correctionsOfPeriods(tx, [period], { userIds, settled: true })),
    ...(await statedEnds(tx, period, userIds)),
  ]) {
    const own = corrections.get(one.userId);
    if (own) own.push(one);
    else corrections.set(one.userId, [one]);
  }
  const numbers = await payrollNumbers(tx, userIds);
  const figures = {
    standard: await figuresOfPeople(tx, { ...question, rules: 'standard' }),
    settings: await figuresOfPeople(tx, { ...question, rules: 'settings' }),
  };
  return new Map(
    people.map(({ person, stored, record }) => {
      const summary = payrollSummary({
        person: { ...person, payrollNumber: numbers.get(person.id) ?? '' },
        days: period.days,
        figures: {
          standard: ofPerson(figures.standard, person.id),
          settings: ofPerson(figures.settings, person.id),
        },
        corrections: corrections.get(person.id) ?? [],
        record,
        settings,
      });
      const frozen: Frozen = {
        person: { ...summary, closedAt: toInstantText(at), closedBy, reopenings: stored?.reopenings ?? 0 },
        workplace: settings.workplaceName,
        timeZone: settings.timeZone,
      };
      return [person.id, hashOfFrozen(frozen)];
    }),
  );
}

function ofPerson(figures: ReadonlyMap<string, TeamFigures>, id: string): TeamFigures {
  const own = figures.get(id);
  if (!own) throw new Error('Somebody has no figures.');
  return own;
}
