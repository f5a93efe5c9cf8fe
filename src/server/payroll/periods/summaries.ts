import { createHash } from 'node:crypto';
import type { PayrollPerson } from '#contract/periods/payroll';
import type { Settings } from '#contract/records';
import { toInstantText } from '#contract/wire';
import { groupBy } from '#domain/report/groups';
import { payrollSummary, type PayrollSummary } from '#domain/period/payroll';
import type { ProfileColumn } from '#domain/period/payroll-file';
import type { Language } from '#texts/languages';
import type { EpochMs } from '#domain/time/units';
import { timeContextAt } from '../../platform/calendars.ts';
import { inLanguage } from '../../platform/language.ts';
import { zonesWithin } from '#domain/time/zone-rules';
import { plannedDays } from '#domain/expected/schedules';
import type { Transaction } from '../../platform/database/transaction.ts';
import { canonicalJson, type Json } from '../../ledger/canonical.ts';
import { figuresOfPeople } from '../reports/team-page.ts';
import type { PersonOfPeriod } from './people.ts';
import { correctionsOfPeriods, statedEnds, workedOnLeaveOf } from './queries.ts';
import type { Period } from './ranges.ts';
import { standardColumns } from './files/standard-columns.ts';
import { personalPlansOf } from '../../workplace/expected/queries.ts';

/** Everything that payroll files show. It is frozen, so that later changes cannot alter a file. */
export interface FrozenSummary {
  readonly person: PayrollPerson;
  readonly workplace: string;
  readonly timeZone: string;
  /** Columns of files without a profile. Missing in periods that an earlier version of the app closed. */
  readonly columns?: readonly ProfileColumn[];
  /** The workplace's language at closing, of the words in all files. Missing for English. */
  readonly language?: Language;
}

/** Canonical JSON and its SHA-256. */
export interface FrozenText {
  readonly text: string;
  readonly hash: Buffer;
}

export const toFrozenText = (frozen: unknown): FrozenText => {
  const text = canonicalJson(frozen as Json);
  return { text, hash: createHash('sha256').update(text).digest() };
};

export interface ClosingFacts {
  readonly period: Period;
  readonly settings: Settings;
  readonly at: EpochMs;
  readonly closedBy: string;
}

/** Returns the frozen text by person. Keep the people's chains locked until the texts are written. */
export async function frozenTextsOf(
  tx: Transaction,
  people: readonly PersonOfPeriod[],
  { period, settings, at, closedBy }: ClosingFacts,
): Promise<Map<string, FrozenText>> {
  const summaries = await summariesOf(tx, people, { period, settings, at });
  return new Map(
    people.map(({ person: { id }, stored }) => {
      const closing = { closedAt: toInstantText(at), closedBy, reopenings: stored?.reopenings ?? 0 };
      const frozen: FrozenSummary = {
        person: { ...figuresOfPerson(summaries, id), ...closing },
        workplace: settings.workplaceName,
        timeZone: zonesWithin(settings.zones, period),
        columns: inLanguage(settings.language, standardColumns),
        ...(settings.language === 'en' ? {} : { language: settings.language }),
      };
      return [id, toFrozenText(frozen)];
    }),
  );
}

/** Summaries by person. A running period counts up to today. */
export async function summariesOf(
  tx: Transaction,
  people: readonly PersonOfPeriod[],
  { period, settings, at }: Omit<ClosingFacts, 'closedBy'>,
): Promise<Map<string, PayrollSummary>> {
  const persons = people.map(({ person }) => person);
  const userIds = persons.map(({ id }) => id);
  const plans = await personalPlansOf(tx, settings, period.days, userIds);
  const days = period.days.filter(({ start }) => start <= at);
  const question = { days, plans, people: persons, settings, present: timeContextAt(settings, at) };
  const corrections = groupBy(
    [
      ...(await correctionsOfPeriods(tx, [period], { userIds, settled: true })),
      ...(await statedEnds(tx, period, userIds)),
    ],
    ({ userId }) => userId,
  );
  const workedOnLeave = await workedOnLeaveOf(tx, days, userIds);
  const standard = await figuresOfPeople(tx, { ...question, rules: 'standard' });
  const bySettings = await figuresOfPeople(tx, { ...question, rules: 'settings' });
  return new Map(
    people.map(({ person, record }) => [
      person.id,
      // Frozen with the period, so in one language for every reader.
      inLanguage(settings.language, () =>
        payrollSummary({
          person,
          days: plannedDays(plans, person.id, period.days),
          figures: {
            standard: figuresOfPerson(standard, person.id),
            settings: figuresOfPerson(bySettings, person.id),
          },
          workedOnLeave: workedOnLeave.get(person.id) ?? new Map(),
          corrections: corrections.get(person.id) ?? [],
          record,
          settings,
        }),
      ),
    ]),
  );
}

export function figuresOfPerson<Figures>(all: ReadonlyMap<string, Figures>, id: string): Figures {
  const own = all.get(id);
  if (own === undefined) throw new Error('Somebody has no figures.');
  return own;
}
