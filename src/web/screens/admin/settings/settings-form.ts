/**
 * The settings as a form holds them: numbers as they are typed, and read only when they are left (spec §5)
 * [D6.5].
 */
import { SettingsUpdate } from '#contract/settings';
import type { InputOf } from '#contract/routes';
import {
  readNumberSetting,
  SETTING_NAMES,
  SETTINGS_LIMITS,
  type NumberSetting,
  type SettingName,
  type WorkSettings,
} from '#domain/settings';
import { fieldErrorsOf, type FieldErrors } from '#web/forms/field-errors.ts';
import type { Values } from '#web/forms/draft.ts';

export type Typed = Values<SettingName>;
export type SettingFieldErrors = FieldErrors<SettingName>;

export const LABELS: Readonly<Record<SettingName, string>> = {
  workStartTime: 'Work Start Time',
  workEndTime: 'Work End Time',
  timeZone: 'Time Zone',
  allowFlexibleHours: 'Allow Flexible Hours',
  weekendWorkAllowed: 'Weekend Work Allowed',
  breakStartTime: 'Break Start Time',
  breakDuration: 'Break Duration',
  requireLocationTracking: 'Require Location Tracking',
  lateThresholdMinutes: 'Late Threshold',
  overtimeThresholdHours: 'Overtime Threshold',
  nightShiftHours: 'Night Shift Limit',
};

const isNumber = (name: SettingName): name is NumberSetting => Object.hasOwn(SETTINGS_LIMITS, name);

export function typedOf(settings: WorkSettings): Typed {
  return Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const value = settings[name];
      return [name, typeof value === 'number' ? String(value) : value];
    }),
  ) as Typed;
}

/** What a left field shows: a number that is missing or cannot be read becomes the default. */
export const settled = (name: SettingName, value: string): string =>
  isNumber(name) ? String(readNumberSetting(name, value)) : value;

const number = (typed: Typed, name: NumberSetting): number => readNumberSetting(name, String(typed[name]));

/** What Save sends. */
export const updateOf = (typed: Typed, version: number): InputOf<'updateSettings'> => ({
  version,
  workStartTime: String(typed.workStartTime).trim(),
  workEndTime: String(typed.workEndTime).trim(),
  timeZone: String(typed.timeZone),
  allowFlexibleHours: typed.allowFlexibleHours === true,
  weekendWorkAllowed: typed.weekendWorkAllowed === true,
  breakStartTime: String(typed.breakStartTime).trim(),
  breakDuration: number(typed, 'breakDuration'),
  requireLocationTracking: typed.requireLocationTracking === true,
  lateThresholdMinutes: number(typed, 'lateThresholdMinutes'),
  overtimeThresholdHours: number(typed, 'overtimeThresholdHours'),
  nightShiftHours: number(typed, 'nightShiftHours'),
});

export const settingsErrors = (typed: Typed): SettingFieldErrors =>
  fieldErrorsOf(SettingsUpdate, { ...updateOf(typed, 1) });
