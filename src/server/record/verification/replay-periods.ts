/** What a person's pay periods have to be, rebuilt from the rows of their chain. */
import type { EpochMs } from '#domain/time/units';
import type { LedgerKind } from '#contract/live';
import type { Apply, Rebuilt } from './replay.ts';

/** As the ledger has it. */
export interface RebuiltPeriod {
  readonly last: string;
  from: EpochMs;
  to: EpochMs;
  confirmedAt: EpochMs | null;
  confirmedFigures: string | null;
  objectedAt: EpochMs | null;
  closed: { readonly at: EpochMs; readonly by: string | null; readonly summary: string } | null;
  reopened: { readonly at: EpochMs; readonly by: string | null } | null;
  reopenings: number;
  version: number;
  /** Of what can be erased, by the tables' names; null for what was not said. */
  readonly digests: {
    objection: string | null;
    closing_reason: string | null;
    reopening_reason: string | null;
  };
}

type Step = (period: RebuiltPeriod, body: Parameters<Apply>[1], at: EpochMs) => void;

/** All but reopening say when the period begins and ends. @throws Error for one that is closed already, or is not */
const step =
  (apply: Step, isReopening = false): Apply =>
  (rebuilt, body, at) => {
    const { first, last, from, to } = required(body.data.period);
    const period = rebuilt.periods.get(first) ?? begun(rebuilt, first, last);
    if (period.last !== last) throw new Error('The period has other days.');
    if (isClosed(period) !== isReopening) throw new Error('The period is closed, or is not.');
    if (!isReopening) [period.from, period.to] = [Date.parse(required(from)), Date.parse(required(to))];
    period.version += 1;
    apply(period, body, at);
  };

export const isClosed = ({ closed, reopened }: RebuiltPeriod): boolean =>
  closed !== null && (reopened === null || reopened.at < closed.at);

function begun({ periods }: Rebuilt, first: string, last: string): RebuiltPeriod {
  const period: RebuiltPeriod = {
    last,
    from: 0,
    to: 0,
    confirmedAt: null,
    confirmedFigures: null,
    objectedAt: null,
    closed: null,
    reopened: null,
    reopenings: 0,
    version: 0,
    digests: { objection: null, closing_reason: null, reopening_reason: null },
  };
  periods.set(first, period);
  return period;
}

export const PERIOD_STEPS: Readonly<Record<Extract<LedgerKind, `period_${string}`>, Apply>> = {
  period_confirmed: step((period, { data }, at) => {
    [period.confirmedAt, period.confirmedFigures] = [at, data.figures ?? null];
  }),
  period_objected: step((period, { data }, at) => {
    period.objectedAt = at;
    period.digests.objection = required(data.digests?.['objection']);
  }),
  period_closed: step((period, { data, actor }, at) => {
    period.closed = { at, by: actor, summary: required(data.summary) };
    period.digests.closing_reason = data.digests?.['reason'] ?? null;
  }),
  period_reopened: step((period, { data, actor }, at) => {
    period.reopened = { at, by: actor };
    period.reopenings += 1;
    period.digests.reopening_reason = required(data.digests?.['reason']);
  }, true),
};

export function required<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('Something is missing.');
  return value;
}
