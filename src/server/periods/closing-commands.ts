/** An admin closes a period of many people at once, and reopens one that was closed. */
import type { PeriodClosingOutcome, PeriodReopeningOutcome } from '#contract/periods';
import { CLOSED_AT_ONCE } from '#contract/periods';
import { problemMessage, type ProblemCode } from '#contract/problems';
import { isReadyToClose, periodRefusal } from '#domain/pay-period';
import type { EpochMs } from '#domain/time';
import type { DayRange } from '#domain/workplace-day';
import type * as z from 'zod/mini';
import type { Database } from '../database/pool.ts';
import { inTransaction, type Transaction } from '../database/transaction.ts';
import { appendToChains, lockChains } from '../ledger/commands.ts';
import { ledgerBody, newSalt, saltedDigest } from '../ledger/entry.ts';
import { refused, type Refused } from '../refused.ts';
import { keepAnswer } from '../requests/commands.ts';
import type { Asked } from '../requests/queries.ts';
import { holdSettings } from '../settings/queries.ts';
import { peopleOfPeriod, standing, type PersonOfPeriod } from './people.ts';
import { isPeriod, periodOf, todayOf, type Period } from './ranges.ts';
import { instantAfter, recordedPeriod } from './records.ts';
import { frozenOf, type FrozenText } from './summaries.ts';
import { writeClosed, writeReopened } from './writing-commands.ts';

interface Actor {
  readonly id: string;
  readonly name: string;
}
type Outcome<Schema extends z.ZodMiniType> = { readonly ok: true; readonly outcome: z.output<Schema> };

export interface ClosingQuestion extends DayRange {
  /** Everybody who is ready when left out. */
  readonly userIds?: readonly string[] | undefined;
  readonly reason?: string | undefined;
}

/**
 * Everybody's chain is locked, in one order, before their hours are added up: punches and corrections of theirs come
 * before or after. Those of whom that shows that they are not ready any more are left out, or told of.
 */
export async function closePeriods(
  database: Database,
  now: EpochMs,
  actor: Actor,
  { first, last, userIds, reason = '' }: ClosingQuestion,
  asked?: Asked,
): Promise<Outcome<typeof PeriodClosingOutcome> | Refused<'period_changed' | 'period_running'>> {
  return inTransaction<Outcome<typeof PeriodClosingOutcome> | Refused<'period_changed' | 'period_running'>>(
    database,
    async (tx) => {
      const settings = await holdSettings(tx);
      if (!isPeriod(settings, { first, last })) return refused('period_changed');
      if (last >= todayOf(settings, now)) return refused('period_running');
      const period = periodOf(settings, { first, last });
      const everybody = await peopleOfPeriod(tx, now, settings, period);
      const ready = everybody.filter(isReadyToClose);
      const chosen = (
        userIds
          ? everybody.filter(({ person }) => userIds.includes(person.id))
          : ready.slice(0, CLOSED_AT_ONCE)
      ).map(({ person }) => person);
      await lockChains(
        tx,
        chosen.map(({ id }) => id),
      );
      const judged = (await standing(tx, now, settings, period, chosen)).map((one) => ({
        one,
        refusal: periodRefusal('close', { ...one, reason }),
      }));
      const closing = judged.filter(({ refusal }) => refusal === null).map(({ one }) => one);
      const at = instantAfter(
        now,
        closing.map(({ stored }) => stored),
      );
      if (closing.length > 0) {
        const frozen = await frozenOf(tx, closing, { period, settings, at, closedBy: actor.name });
        await close(tx, at, actor.id, period, closing, frozen, reason);
      }
      const closed = new Set(closing.map(({ person }) => person.id));
      const unknown = (userIds ?? []).filter((id) => !chosen.some((person) => person.id === id));
      return keepAnswer(tx, asked, now, {
        ok: true,
        outcome: {
          closed: closed.size,
          left:
            ready.filter(({ person }) => !closed.has(person.id)).length - (userIds ? 0 : notReady(judged)),
          refused: userIds
            ? [
                ...judged.flatMap(({ one, refusal }) =>
                  refusal ? [told(one.person.id, one.person.name, refusal)] : [],
                ),
                ...unknown.map((id) => told(id, '', 'employee_not_found')),
              ]
            : [],
        },
      });
    },
  );
}

const notReady = (judged: readonly { readonly refusal: unknown }[]): number =>
  judged.filter(({ refusal }) => refusal !== null).length;

const told = (userId: string, name: string, code: ProblemCode) => ({
  userId,
  name,
  message: problemMessage(code),
});

async function close(
  tx: Transaction,
  at: EpochMs,
  actorId: string,
  period: Period,
  closing: readonly PersonOfPeriod[],
  frozen: ReadonlyMap<string, FrozenText>,
  reason: string,
): Promise<void> {
  const rows = closing
    .map((one) => ({
      userId: one.person.id,
      salt: one.stored?.salt ?? newSalt(),
      // What nothing stood against needs none.
      reason: isReadyToClose(one) || reason === '' ? null : reason,
      ...frozenText(frozen, one.person.id),
    }))
    .toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
  await writeClosed(tx, at, actorId, period, rows);
  const event = { at, actor: actorId, kind: 'period_closed' } as const;
  await appendToChains(
    tx,
    at,
    actorId,
    event.kind,
    rows.map(({ userId: chain, salt, reason: why, hash }) => ({
      chain,
      body: ledgerBody({
        ...event,
        chain,
        data: {
          period: recordedPeriod(period),
          summary: hash.toString('hex'),
          digests: why === null ? undefined : { reason: saltedDigest(salt, why) },
        },
      }),
    })),
  );
}

function frozenText(frozen: ReadonlyMap<string, FrozenText>, id: string): FrozenText {
  const own = frozen.get(id);
  if (!own) throw new Error('Somebody has no summary.');
  return own;
}

/** What was handed to payroll stays on record; the period is open again for whoever is named, visibly to them. */
export async function reopenPeriods(
  database: Database,
  now: EpochMs,
  actor: Actor,
  {
    first,
    last,
    userIds,
    reason,
  }: DayRange & { readonly userIds: readonly string[]; readonly reason: string },
  asked?: Asked,
): Promise<Outcome<typeof PeriodReopeningOutcome> | Refused<'period_changed'>> {
  return inTransaction<Outcome<typeof PeriodReopeningOutcome> | Refused<'period_changed'>>(
    database,
    async (tx) => {
      const settings = await holdSettings(tx);
      if (!isPeriod(settings, { first, last })) return refused('period_changed');
      const period = periodOf(settings, { first, last });
      const named = (await peopleOfPeriod(tx, now, settings, period))
        .map(({ person }) => person)
        .filter(({ id }) => userIds.includes(id));
      await lockChains(
        tx,
        named.map(({ id }) => id),
      );
      const judged = (await standing(tx, now, settings, period, named)).map((one) => ({
        one,
        refusal: periodRefusal('reopen', { ...one, reason }),
      }));
      const closed = judged.flatMap(({ one, refusal }) => (refusal || !one.stored ? [] : [one.stored]));
      const at = instantAfter(now, closed);
      const rows = closed.toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
      await writeReopened(tx, at, actor.id, first, rows, reason);
      const event = { at, actor: actor.id, kind: 'period_reopened' } as const;
      await appendToChains(
        tx,
        at,
        actor.id,
        event.kind,
        rows.map(({ userId: chain, salt }) => ({
          chain,
          body: ledgerBody({
            ...event,
            chain,
            data: { period: { first, last }, digests: { reason: saltedDigest(salt, reason) } },
          }),
        })),
      );
      const unknown = userIds.filter((id) => !named.some((person) => person.id === id));
      return keepAnswer(tx, asked, now, {
        ok: true,
        outcome: {
          reopened: rows.length,
          refused: [
            ...judged.flatMap(({ one, refusal }) =>
              refusal ? [told(one.person.id, one.person.name, refusal)] : [],
            ),
            ...unknown.map((id) => told(id, '', 'employee_not_found')),
          ],
        },
      });
    },
  );
}
