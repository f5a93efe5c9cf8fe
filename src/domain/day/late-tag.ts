/** The report's own rules of lateness (spec §9). */
import type { MinuteOfDay } from '../time/units.ts';
import { expectedOn } from '../expected/expected.ts';
import type { WorkHistory } from '../expected/work-rule.ts';
import type { WorkplaceDay } from '../time/workplace-day.ts';
import { latenessOf } from './punctuality.ts';

/** The report's fixed test: clock-in after 09:00 (spec §9). */
export const STANDARD_START_MINUTE = 540;

/** The report's Standard rule: after 09:00, so 09:00:59 is on time [D2.1]. */
export const isStandardLate = (minute: MinuteOfDay): boolean => minute > STANDARD_START_MINUTE;

/** Fallback without settings: hour > 9, so 09:59 is on time (spec §9). */
export const isLateByHour = (minute: MinuteOfDay): boolean => Math.floor(minute / 60) > 9;

/** The 'Late' tag: by the settings, or by the hour without them (spec §9). */
export const isTaggedLate = (
  { day, minute }: { readonly day: WorkplaceDay; readonly minute: MinuteOfDay },
  settings: WorkHistory | undefined,
): boolean => (settings ? latenessOf(minute, expectedOn(day, settings)).late : isLateByHour(minute));
