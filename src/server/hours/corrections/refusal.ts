import type { Settings } from '#contract/records';
import type { EpochMs } from '#domain/time/units';
import { refuse, toRefusal, type Refusal } from '../../platform/http/refusal.ts';
import { refusalText, type FaultDetails } from './changes.ts';
import type { CorrectionResult } from './commands.ts';

export function correctionRefusal(
  { code, retryAt, fault }: Extract<CorrectionResult, { ok: false }>,
  settings: Settings,
  now: EpochMs,
): Refusal {
  if (retryAt !== undefined) return toRefusal({ code, retryAt }, now, settings);
  const message = refusalText(code, fault, settings);
  return refuse(code, { message, ...(fault ? { fields: { [fieldOf(fault)]: message } } : {}) });
}

/** Name of the faulty form field: 'changes.0' or 'changes.0.breaks.1'. */
const fieldOf = ({ fault: { item, pause } }: FaultDetails): string =>
  `changes.${item}${pause === undefined ? '' : `.breaks.${pause}`}`;
