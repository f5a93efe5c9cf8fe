/** Lateness in reports: the Standard rule and the 'Late' tag (spec §9). */
import type { MinuteOfDay } from '../time/units.ts';
import { expectedOn } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { WorkplaceDay } from '../time/workplace-day.ts';
import { latenessOf } from './punctuality.ts';

/** 09:00 in minutes after midnight: the fixed start of work in the Standard rules of reports (spec §9). */
export const STANDARD_START_MINUTE = 540;

/** Standard rule of reports: late from 09:01 on, so 09:00:59 is on time [D2.1]. */
export const isStandardLate = (minute: MinuteOfDay): boolean => minute > STANDARD_START_MINUTE;

/** Fallback if the settings could not be loaded: late from 10:00 on, so 09:59 is on time (spec §9). */
export const isLateFromTen = (minute: MinuteOfDay): boolean => Math.floor(minute / 60) > 9;

/** Decides the 'Late' tag by the settings; if they could not be loaded, by the hour alone (spec §9). */
export const isTaggedLate = (
  { day, minute }: { readonly day: WorkplaceDay; readonly minute: MinuteOfDay },
  settings: WorkHistory | undefined,
): boolean => (settings ? latenessOf(minute, expectedOn(day, settings)).late : isLateFromTen(minute));
