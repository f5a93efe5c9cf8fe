import { normalizeEmail, NOTES_MAX } from '#contract/fields';
import {
  isTooLongToShift,
  MAX_PUNCH_SHIFT_DAYS,
  MAX_PUNCH_SHIFT_MINUTES,
  type PunchShift,
} from '#domain/entry/punch-shift';
import { instantsShowing } from '#domain/time/repeated-time';
import type { EpochMs } from '#domain/time/units';
import {
  previewPunchShift,
  shiftPunches,
  type PersonPunchShift,
} from '../server/hours/corrections/shift-commands.ts';
import { activeAdmin } from '../server/people/accounts/first-admin.ts';
import { StartError } from '../server/platform/start-error.ts';
import { readSettings } from '../server/workplace/settings/queries.ts';
import { print, withDatabase } from './command.ts';

export interface PunchShiftOptions {
  readonly from: string;
  readonly until: string;
  readonly by: string;
  readonly reason: string;
  readonly admin: string;
  readonly isDryRun: boolean;
}

export async function shiftRecordedPunches(root: string, values: PunchShiftOptions): Promise<void> {
  const reason = values.reason.normalize('NFC').trim();
  if (reason === '' || reason.length > NOTES_MAX)
    throw invalid(`--reason must have 1 to ${NOTES_MAX} characters.`);
  const { shift, people } = await withDatabase(root, async ({ database, clock }) => {
    const shift = parsePunchShift(values, (await readSettings(database.pool)).zones);
    const admin = await activeAdmin(database, normalizeEmail(values.admin));
    const request = { shift, actorId: admin.id, reason, now: clock.now() };
    const run = values.isDryRun ? previewPunchShift : shiftPunches;
    return { shift, people: await run(database, request) };
  });
  for (const line of resultLines(people, shift.minutes, values.isDryRun)) print(line);
}

/** @param zones the workplace's time zone with its history, see `zoneAt` */
export function parsePunchShift(
  { from, until, by }: Omit<PunchShiftOptions, 'admin' | 'reason'>,
  zones: string,
): PunchShift {
  const minutes = /^[+-]?\d+$/u.test(by) ? Number(by) : 0;
  if (minutes === 0 || Math.abs(minutes) > MAX_PUNCH_SHIFT_MINUTES)
    throw invalid(`--by must be minutes, at most ${MAX_PUNCH_SHIFT_MINUTES}, such as --by=30 or --by=-30.`);
  const shift = { from: instantOf('--from', from, zones), to: instantOf('--until', until, zones), minutes };
  if (shift.to < shift.from) throw invalid('--until must not be before --from.');
  if (isTooLongToShift(shift)) throw invalid(`At most ${MAX_PUNCH_SHIFT_DAYS} days can be moved at once.`);
  return shift;
}

function instantOf(option: string, text: string, zones: string): EpochMs {
  const [, day = '', time = '', offset] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})?$/u.exec(text) ?? [];
  const instants =
    offset === undefined ? instantsShowing(day, time, zones) : [Date.parse(`${day}T${time}${offset}`)];
  const [instant = Number.NaN, second] = instants;
  if (Number.isNaN(instant))
    throw invalid(`${option} must be a time that exists at the workplace, such as 2026-11-20T08:00.`);
  if (second !== undefined)
    throw invalid(`${option} comes twice that night: give its offset, such as ${text}+01:00.`);
  return instant;
}

const invalid = (message: string): StartError => new StartError('invalidSettings', message);

export function resultLines(
  people: readonly PersonPunchShift[],
  minutes: number,
  isDryRun: boolean,
): string[] {
  const moved = people.filter(({ refusal }) => refusal === null);
  const entries = moved.reduce((sum, person) => sum + person.entries, 0);
  const by = `${Math.abs(minutes)} min ${minutes < 0 ? 'earlier' : 'later'}`;
  return [
    `${isDryRun ? 'Would move' : 'Moved'} ${countText(entries, 'entry', 'entries')} of ${countText(moved.length, 'person', 'people')} ${by}.`,
    ...people.flatMap(({ name, refusal }) => (refusal === null ? [] : [`Not moved: ${name}. ${refusal}`])),
    isDryRun
      ? 'Nothing was changed. Leave out --dry-run to move them.'
      : 'The new times already count. Each employee is asked to approve.',
  ];
}

const countText = (value: number, one: string, many: string): string =>
  `${value.toLocaleString('en')} ${value === 1 ? one : many}`;
