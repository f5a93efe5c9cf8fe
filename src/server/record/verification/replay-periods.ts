import type { EpochMs } from '#domain/time/units';
import type { LedgerKind } from '#contract/monitoring/live';
import type { ApplyRow, RebuiltState } from './replay.ts';

/** Named after the columns of `period`. */
export interface RebuiltPeriod {
  readonly last: string;
  startAt: EpochMs;
  endAt: EpochMs;
  confirmedAt: EpochMs | null;
  confirmedHash: string | null;
  objectedAt: EpochMs | null;
  closedAt: EpochMs | null;
  closedBy: string | null;
  frozenHash: string | null;
  reopenedAt: EpochMs | null;
  reopenedBy: string | null;
  reopenings: number;
  version: number;
  /** Digest of each text; null without that text. */
  readonly digests: {
    objection: string | null;
    closingReason: string | null;
    reopeningReason: string | null;
  };
}

type Step = (period: RebuiltPeriod, body: Parameters<ApplyRow>[1], at: EpochMs) => void;

/** A reopening needs a closed period, other steps an open one. @throws Error if the period is in the wrong state */
const createPeriodStep =
  (apply: Step, isReopening = false): ApplyRow =>
  (rebuilt, body, at) => {
    const { first, last, from, to } = required(body.data.period);
    const period = rebuilt.periods.get(first) ?? createPeriod(rebuilt, first, last);
    if (period.last !== last) throw new Error('The period has other days.');
    if (isClosed(period) !== isReopening) throw new Error('The period is closed, or is not.');
    if (!isReopening) {
      period.startAt = Date.parse(required(from));
      period.endAt = Date.parse(required(to));
    }
    period.version += 1;
    apply(period, body, at);
  };

export const isClosed = ({ closedAt, reopenedAt }: RebuiltPeriod): boolean =>
  closedAt !== null && (reopenedAt === null || reopenedAt < closedAt);

function createPeriod({ periods }: RebuiltState, first: string, last: string): RebuiltPeriod {
  const period: RebuiltPeriod = {
    last,
    startAt: 0,
    endAt: 0,
    confirmedAt: null,
    confirmedHash: null,
    objectedAt: null,
    closedAt: null,
    closedBy: null,
    frozenHash: null,
    reopenedAt: null,
    reopenedBy: null,
    reopenings: 0,
    version: 0,
    digests: { objection: null, closingReason: null, reopeningReason: null },
  };
  periods.set(first, period);
  return period;
}

export const PERIOD_STEPS: Readonly<Record<Extract<LedgerKind, `period_${string}`>, ApplyRow>> = {
  period_confirmed: createPeriodStep((period, { data }, at) => {
    period.confirmedAt = at;
    period.confirmedHash = data.figures ?? null;
  }),
  period_objected: createPeriodStep((period, { data }, at) => {
    period.objectedAt = at;
    period.digests.objection = required(data.digests?.['objection']);
  }),
  period_closed: createPeriodStep((period, { data, actor }, at) => {
    period.closedAt = at;
    period.closedBy = actor;
    period.frozenHash = required(data.summary);
    period.digests.closingReason = data.digests?.['reason'] ?? null;
  }),
  period_reopened: createPeriodStep((period, { data, actor }, at) => {
    period.reopenedAt = at;
    period.reopenedBy = actor;
    period.reopenings += 1;
    period.digests.reopeningReason = required(data.digests?.['reason']);
  }, true),
};

export function required<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('Something is missing.');
  return value;
}
