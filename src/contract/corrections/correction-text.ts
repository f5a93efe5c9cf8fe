import { toEpochMs } from '../wire.ts';
import type { EntryChange, EntryTimes } from '#domain/correction/correction';
import { isCounting } from '#domain/correction/state';
import { formatDate, dateIfDifferent, wallTime } from '#domain/time/format';
import { startAndEndTexts } from '#domain/time/repeated-time';
import { END_MISSING, isEndMissing } from '#domain/entry/time-entry';
import type { EntryCorrection } from './rows.ts';
import { markOf } from './mark-words.ts';

/** '08:55 - 17:00, breaks 12:00 - 12:30'. */
export function timesText(times: EntryTimes, zone: string): string {
  const breaks = times.breaks.map(({ start, end }) => spanOf(start, end, zone)).join(' and ');
  const span = isEndMissing(times)
    ? `${wallTime(times.clockIn, zone)} - ${END_MISSING}`
    : spanOf(times.clockIn, times.clockOut, zone);
  return `${span}${breaks === '' ? '' : `, breaks ${breaks}`}`;
}

function spanOf(start: number, end: number | null, zone: string): string {
  if (end === null) return `${wallTime(start, zone)} - open`;
  const date = dateIfDifferent(end, start, zone);
  return `${startAndEndTexts(start, end, zone).join(' - ')}${date === null ? '' : ` ${date}`}`;
}

/** 'was 08:55 - 17:00, is 08:55 - 18:00'. */
export function changeText({ old, new: wanted }: EntryChange, isInForce: boolean, zone: string): string {
  const dated = (times: EntryTimes, beside: EntryTimes): string => {
    const date = dateIfDifferent(times.clockIn, beside.clockIn, zone);
    return `${date === null ? '' : `${date} `}${timesText(times, zone)}`;
  };
  const [was, is] = isInForce ? ['was', 'is'] : ['is', 'would be'];
  if (!wanted) return old ? `${was} ${dated(old, old)}, ${is} removed` : '';
  return old
    ? `${was} ${dated(old, wanted)}, ${is} ${dated(wanted, wanted)}`
    : `${was} missing, ${is} ${dated(wanted, wanted)}`;
}

export const requesterLabel = (correction: EntryCorrection['correction']): string => {
  if (correction.state === 'stated') return 'End stated by';
  return correction.askedBy.id === correction.userId ? 'Requested by' : 'Corrected by';
};

export function historyText(correction: EntryCorrection['correction'], zone: string): string {
  const { askedBy, askedAt, reason, sentBackBy, decidedBy, decisionReason, objection, state, selfDecided } =
    correction;
  return [
    `${requesterLabel(correction)} ${askedBy.name} on ${formatDate(toEpochMs(askedAt), zone)}: ${reason}`,
    sentBackBy ? `Other times suggested by ${sentBackBy.name}` : '',
    selfDecided ? 'Self-decided' : state === 'agreed' && decidedBy ? `Approved by ${decidedBy.name}` : '',
    objection ? `Objection: ${objection}` : '',
    state === 'objected' && decidedBy ? `Kept by ${decidedBy.name}: ${decisionReason ?? ''}` : '',
  ]
    .filter((sentence) => sentence !== '')
    .map((sentence) => (/[.!?]$/u.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}

/** Joins the texts of the corrections, newest first; undefined without corrections. */
export function correctionText(corrections: readonly EntryCorrection[], zone: string): string | undefined {
  const mark = markOf(corrections);
  if (!mark) return undefined;
  const texts = corrections.map(
    ({ correction, change }) =>
      `${changeText(change, isCounting(correction.state), zone)}. ${historyText(correction, zone)}`,
  );
  return `${mark.label}: ${texts.join(' Before that: ')}`;
}
