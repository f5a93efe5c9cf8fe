/**
 * The work settings: defaults and limits (spec §5, §9), and the checks an admin's input passes. Used by form
 * and server alike.
 */
import { parseTimeText, type TimeText } from './time.ts';
import { isTimeZone } from './time-zone.ts';

export interface WorkSettings {
  readonly workStartTime: TimeText;
  readonly workEndTime: TimeText;
  /** Minutes. */
  readonly breakDuration: number;
  readonly breakStartTime: TimeText;
  readonly lateThresholdMinutes: number;
  readonly overtimeThresholdHours: number;
  readonly allowFlexibleHours: boolean;
  readonly requireLocationTracking: boolean;
  readonly weekendWorkAllowed: boolean;
  /** IANA name; the workplace's zone (decisions §1). */
  readonly timeZone: string;
}

/** Always saved as this (spec §3). */
export const THEME = 'light';

/** spec §9; location tracking as the data layer has it (decisions §4). The zone has no default of its own. */
export const SETTINGS_DEFAULTS = {
  workStartTime: '09:00',
  workEndTime: '17:00',
  breakDuration: 30,
  breakStartTime: '12:00',
  lateThresholdMinutes: 5,
  overtimeThresholdHours: 1,
  allowFlexibleHours: false,
  requireLocationTracking: true,
  weekendWorkAllowed: false,
} as const satisfies Omit<WorkSettings, 'timeZone'>;

/** The defaults with a zone: the server's own at first, the saved one when a form falls back. */
export const defaultSettings = (timeZone: string): WorkSettings => ({ ...SETTINGS_DEFAULTS, timeZone });

export interface NumberLimit {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** spec §5. */
export const SETTINGS_LIMITS = {
  breakDuration: { min: 0, max: 480, step: 1 },
  lateThresholdMinutes: { min: 0, max: 60, step: 1 },
  overtimeThresholdHours: { min: 0, max: 12, step: 0.5 },
} as const satisfies Record<string, NumberLimit>;

const NUMBERS = ['breakDuration', 'lateThresholdMinutes', 'overtimeThresholdHours'] as const;
const TIMES = ['workStartTime', 'workEndTime', 'breakStartTime'] as const;
const SWITCHES = ['allowFlexibleHours', 'requireLocationTracking', 'weekendWorkAllowed'] as const;

export type NumberSetting = (typeof NUMBERS)[number];
export type SettingName = keyof WorkSettings;
/** In the order of the screen: Work Period, Break Settings, Tracking, Thresholds (spec §2). */
export const SETTING_NAMES = [
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
] as const satisfies readonly SettingName[];
/** For each faulty setting what is wrong with it. */
export type SettingsFaults = Partial<Record<SettingName, string>>;

const NUMBER_LABEL: Readonly<Record<NumberSetting, string>> = {
  breakDuration: 'Break duration',
  lateThresholdMinutes: 'Late threshold',
  overtimeThresholdHours: 'Overtime threshold',
};

/**
 * What is wrong with a number setting; undefined when nothing. 0 is a value like any other (decisions §6).
 */
export function numberFault(name: NumberSetting, value: unknown): string | undefined {
  const { min, max, step } = SETTINGS_LIMITS[name];
  const fits = typeof value === 'number' && Number.isInteger(value / step) && value >= min && value <= max;
  if (fits) return undefined;
  const kind = step === 1 ? 'a whole number' : `a number in steps of ${step}`;
  return `${NUMBER_LABEL[name]} must be ${kind} from ${min} to ${max}`;
}

/**
 * Checks settings of any origin. An end of work equal to its start is refused: it would be no shift or a
 * whole day.
 * @returns the work settings and nothing besides, or a message for each faulty one.
 */
export function validateSettings(
  input: Readonly<Partial<Record<SettingName, unknown>>>,
):
  | { readonly ok: true; readonly settings: WorkSettings }
  | { readonly ok: false; readonly faults: SettingsFaults } {
  const faults: SettingsFaults = {};
  for (const name of TIMES) {
    const parsed = parseTimeText(input[name]);
    if (!parsed.ok) faults[name] = parsed.message;
  }
  for (const name of NUMBERS) {
    const fault = numberFault(name, input[name]);
    if (fault !== undefined) faults[name] = fault;
  }
  for (const name of SWITCHES) if (typeof input[name] !== 'boolean') faults[name] = 'Must be on or off';
  if (!isTimeZone(input.timeZone)) faults.timeZone = 'Please select a time zone';
  if (!faults.workEndTime && input.workEndTime === input.workStartTime)
    faults.workEndTime = 'Work end time must differ from work start time';
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  return { ok: true, settings: shownSettings(input, String(input.timeZone)) };
}

const kept = <Value>(value: unknown, isGood: (value: unknown) => boolean, fallback: Value): Value =>
  isGood(value) ? (value as Value) : fallback;

/** Settings as shown: missing or unreadable values fall back to the defaults, 0 stays 0 (decisions §6). */
export function shownSettings(
  input: Readonly<Partial<Record<SettingName, unknown>>>,
  timeZone: string,
): WorkSettings {
  const time = (name: (typeof TIMES)[number]) =>
    kept<TimeText>(input[name], (value) => parseTimeText(value).ok, SETTINGS_DEFAULTS[name]);
  const number = (name: NumberSetting) =>
    kept<number>(input[name], (value) => numberFault(name, value) === undefined, SETTINGS_DEFAULTS[name]);
  const flag = (name: (typeof SWITCHES)[number]) =>
    kept<boolean>(input[name], (value) => typeof value === 'boolean', SETTINGS_DEFAULTS[name]);
  return {
    workStartTime: time('workStartTime'),
    workEndTime: time('workEndTime'),
    breakDuration: number('breakDuration'),
    breakStartTime: time('breakStartTime'),
    lateThresholdMinutes: number('lateThresholdMinutes'),
    overtimeThresholdHours: number('overtimeThresholdHours'),
    allowFlexibleHours: flag('allowFlexibleHours'),
    requireLocationTracking: flag('requireLocationTracking'),
    weekendWorkAllowed: flag('weekendWorkAllowed'),
    timeZone: kept(input.timeZone, isTimeZone, timeZone),
  };
}

/**
 * What was typed into a number field: integers, but half hours for the overtime threshold (decisions §6).
 * Missing or unreadable text gives the default; limits are checked by `validateSettings`.
 */
export function readNumberSetting(name: NumberSetting, typed: string): number {
  const read = name === 'overtimeThresholdHours' ? Number.parseFloat(typed) : Number.parseInt(typed, 10);
  return Number.isFinite(read) ? read : SETTINGS_DEFAULTS[name];
}
