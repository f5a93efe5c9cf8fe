import { say } from '#texts/say';
import { toEpochMs } from '../wire.ts';
import type { EntryChange, EntryTimes } from '#domain/correction/correction';
import { isCounting } from '#domain/correction/state';
import { formatDate, dateIfDifferent, wallTime } from '#domain/time/format';
import { startAndEndTexts } from '#domain/time/repeated-time';
import { isEndMissing } from '#domain/entry/time-entry';
import type { EntryCorrection } from './rows.ts';
import { markOf } from './mark-words.ts';

/** '08:55 - 17:00, breaks 12:00 - 12:30'. */
export function timesText(times: EntryTimes, zone: string): string {
  const span = isEndMissing(times)
    ? say('changedTimes.endMissing', { from: wallTime(times.clockIn, zone) })
    : spanOf(times.clockIn, times.clockOut, zone);
  if (times.breaks.length === 0) return span;
  const [first = '', ...others] = times.breaks.map(({ start, end }) => spanOf(start, end, zone));
  const breaks = others.reduce((before, next) => say('changedTimes.and', { before, next }), first);
  return say('changedTimes.breaks', { span, breaks });
}

function spanOf(start: number, end: number | null, zone: string): string {
  if (end === null) return say('changedTimes.open', { from: wallTime(start, zone) });
  const date = dateIfDifferent(end, start, zone);
  return `${startAndEndTexts(start, end, zone).join(' - ')}${date === null ? '' : ` ${date}`}`;
}

/** 'was 08:55 - 17:00, is 08:55 - 18:00'. */
export function changeText({ old, new: wanted }: EntryChange, isInForce: boolean, zone: string): string {
  const dated = (times: EntryTimes, beside: EntryTimes): string => {
    const date = dateIfDifferent(times.clockIn, beside.clockIn, zone);
    return `${date === null ? '' : `${date} `}${timesText(times, zone)}`;
  };
  if (!wanted) {
    if (!old) return '';
    return say(isInForce ? 'changedTimes.removed' : 'changedTimes.toRemove', { old: dated(old, old) });
  }
  const now = dated(wanted, wanted);
  return old
    ? say(isInForce ? 'changedTimes.changed' : 'changedTimes.toChange', { old: dated(old, wanted), now })
    : say(isInForce ? 'changedTimes.added' : 'changedTimes.toAdd', { now });
}

export function requesterLabel(correction: EntryCorrection['correction']): string {
  if (correction.state === 'stated') return say('correctionHistory.endStatedBy');
  return say(
    correction.askedBy.id === correction.userId
      ? 'correctionHistory.requestedBy'
      : 'correctionHistory.correctedBy',
  );
}

export function historyText(correction: EntryCorrection['correction'], zone: string): string {
  const { askedBy, askedAt, reason, sentBackBy, decidedBy, decisionReason, objection, state, selfDecided } =
    correction;
  const by = requesterLabel(correction);
  return [
    say('correctionHistory.asked', {
      by,
      name: askedBy.name,
      date: formatDate(toEpochMs(askedAt), zone),
      reason,
    }),
    sentBackBy ? say('correctionHistory.sentBackBy', { name: sentBackBy.name }) : '',
    selfDecided
      ? say('correctionHistory.selfDecided')
      : state === 'agreed' && decidedBy
        ? say('correctionHistory.approvedBy', { name: decidedBy.name })
        : '',
    objection ? say('correctionHistory.objection', { objection }) : '',
    state === 'objected' && decidedBy
      ? say('correctionHistory.keptBy', { name: decidedBy.name, reason: decisionReason ?? '' })
      : '',
  ]
    .filter((sentence) => sentence !== '')
    .map((sentence) => (/[.!?]$/u.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}

/** Joins the texts of the corrections, newest first; undefined without corrections. */
export function correctionText(corrections: readonly EntryCorrection[], zone: string): string | undefined {
  const mark = markOf(corrections);
  if (!mark) return undefined;
  const texts = corrections.map(({ correction, change }) =>
    say('correctionHistory.one', {
      change: changeText(change, isCounting(correction.state), zone),
      history: historyText(correction, zone),
    }),
  );
  const [newest = '', ...older] = texts;
  const history = older.reduce((before, next) => say('correctionHistory.before', { before, next }), newest);
  return say('correctionHistory.marked', { mark: mark.label, history });
}
