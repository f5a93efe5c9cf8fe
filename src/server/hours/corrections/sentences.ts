/** What is said to whoever may not correct something: the sentence that tells why, at the row that it is about. */
import { problemMessage, type ProblemCode } from '#contract/problems';
import type { Settings } from '#contract/records';
import type { CountedTimes } from '#domain/correction/correction';
import { formatDate, wallTime } from '#domain/time/format';
import type { EpochMs } from '#domain/time/units';
import { END_MISSING, isEndMissing } from '#domain/entry/time-entry';
import { refusalOf, refuse, type Refusal } from '../../platform/http/refusal.ts';
import type { Corrected, Faulty } from './commands.ts';

type Shown = Pick<Settings, 'timeZone' | 'zoneRules' | 'zones' | 'correctionDays'>;

type NotCorrected = Extract<Corrected, { ok: false }>;

/** @param fault where the fault lies in the times that were asked for */
export function correctionRefusal(
  { code, from, fault }: NotCorrected,
  settings: Shown,
  now: EpochMs,
): Refusal {
  if (from !== undefined) return refusalOf({ ok: false, code, from }, now, settings);
  const message = sentence(code, fault, settings);
  return refuse(code, { message, ...(fault ? { fields: { [fieldOf(fault)]: message } } : {}) });
}

/** The same as a text, where several are told of at once. */
export function sentence(code: ProblemCode, fault: Faulty | undefined, settings: Shown): string {
  const { zones, correctionDays } = settings;
  const other = fault?.fault.other;
  // Only a domain's check knows which entry is in the way; the database's does not tell.
  const entry = other
    ? `${formatDate(other.clockIn, zones)} ${wallTime(other.clockIn, zones)}${endText(other, zones)}`
    : '';
  return problemMessage(code)
    .replace('{days}', String(correctionDays))
    .replace(/, \{entry\}/u, entry === '' ? '' : `, ${entry}`);
}

const endText = (entry: CountedTimes, zones: string): string =>
  isEndMissing(entry)
    ? ` (${END_MISSING.toLowerCase()})`
    : ` to ${entry.clockOut === null ? 'now' : wallTime(entry.clockOut, zones)}`;

/** As the form names its fields: 'changes.0', or 'changes.0.breaks.1'. */
const fieldOf = ({ fault: { item, pause } }: Faulty): string =>
  `changes.${item}${pause === undefined ? '' : `.breaks.${pause}`}`;
