/** The settings in the order of the form, and the limits of those that are numbers. */
import { type WorkSettings, SETTINGS_DEFAULTS } from './settings.ts';

interface NumberLimit {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** spec §5, and our additions. */
export const SETTINGS_LIMITS = {
  breakDuration: { min: 0, max: 480, step: 1 },
  lateThresholdMinutes: { min: 0, max: 60, step: 1 },
  overtimeThresholdHours: { min: 0, max: 12, step: 0.5 },
  // No longer than the shortest day less its skipped hours: such an entry is of yesterday at the earliest.
  nightShiftHours: { min: 0, max: 20, step: 1 },
  reminderMinutes: { min: 15, max: 480, step: 1 },
  correctionDays: { min: 1, max: 366, step: 1 },
} as const satisfies Record<string, NumberLimit>;

export type NumberSetting = keyof typeof SETTINGS_LIMITS;

export type SettingName = keyof WorkSettings;

/** In the order of the screen (spec §2). */
export const FORM_SETTINGS = [
  'workplaceName',
  'registration',
  'hourFormat',
  'firstWeekday',
  'workStartTime',
  'workEndTime',
  'timeZone',
  'allowFlexibleHours',
  'weekendWorkAllowed',
  'breakStartTime',
  'breakDuration',
  'requireLocationTracking',
  'lateThresholdMinutes',
  'overtimeThresholdHours',
  'nightShiftHours',
  'reminderMinutes',
  'correctionDays',
] as const satisfies readonly SettingName[];

export type FormSetting = (typeof FORM_SETTINGS)[number];

/** Every setting that is recorded. */
export const SETTING_NAMES = [
  ...FORM_SETTINGS,
  'zoneRules',
  'payRules',
  'invitation',
  'isSetUp',
] as const satisfies readonly SettingName[];

const NUMBER_LABEL: Readonly<Record<NumberSetting, string>> = {
  breakDuration: 'Break duration',
  lateThresholdMinutes: 'Late threshold',
  overtimeThresholdHours: 'Overtime threshold',
  nightShiftHours: 'Night shift limit',
  reminderMinutes: 'Clock-out reminder',
  correctionDays: 'Correction window',
};

/** Returns the error of a number setting, or undefined when it is valid. 0 does not mean empty [D6.5]. */
export function numberFault(name: NumberSetting, value: unknown): string | undefined {
  const { min, max, step } = SETTINGS_LIMITS[name];
  const fits = typeof value === 'number' && Number.isInteger(value / step) && value >= min && value <= max;
  if (fits) return undefined;
  const kind = step === 1 ? 'a whole number' : `a number in steps of ${step}`;
  return `${NUMBER_LABEL[name]} must be ${kind} from ${min} to ${max}`;
}

/** Integers, but half hours for the overtime threshold [D6.5]; the default for unreadable text. Checks no limits. */
export function readNumberSetting(name: NumberSetting, typed: string): number {
  const read = name === 'overtimeThresholdHours' ? Number.parseFloat(typed) : Number.parseInt(typed, 10);
  return Number.isFinite(read) ? read : SETTINGS_DEFAULTS[name];
}
