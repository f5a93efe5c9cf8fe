/** Schemas, database columns and form fields come from here (spec §2, §5). Only the server and admins load this. */
import { say, type PlainKey, type TextKey } from '#texts/say';
import { LANGUAGE_CODES, LANGUAGES } from '#texts/languages';
import { type SettingName, SETTINGS_DEFAULTS } from './settings.ts';

type NumberFault = Extract<TextKey, `settings.${string}Fault`>;

interface NumberDefinition {
  readonly kind: 'number';
  readonly label: PlainKey;
  readonly hint?: PlainKey;
  readonly unit: PlainKey;
  readonly fault: NumberFault;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** A language has its own name, which is the same in all languages. In the browser a key is a number. */
type Words = PlainKey | (() => string);
export type Choices = readonly (readonly [value: string | number, words: Words, hint?: PlainKey])[];
export const choiceText = (words: Words): string => (typeof words === 'function' ? words() : say(words));

interface ChoiceDefinition {
  readonly kind: 'choice';
  readonly label: PlainKey;
  readonly hint?: PlainKey;
  /** The specification's choice comes first. `hint` is shown while its choice is selected. */
  readonly choices: Choices;
  readonly error: PlainKey;
}

interface PlainDefinition {
  readonly kind: 'text' | 'time' | 'zone' | 'flag';
  readonly label: PlainKey;
  readonly hint?: PlainKey;
}

export type SettingDefinition = NumberDefinition | ChoiceDefinition | PlainDefinition;

const number = (
  label: PlainKey,
  unit: PlainKey,
  fault: NumberFault,
  [min, max]: readonly [least: number, most: number],
  given: { readonly step?: number; readonly hint?: PlainKey } = {},
): NumberDefinition => ({ kind: 'number', label, unit, fault, min, max, step: 1, ...given });

const FORM_DEFINITIONS = {
  workplaceName: {
    kind: 'text',
    label: 'settings.workplaceName',
    hint: 'settings.workplaceNameHint',
  },
  registration: {
    kind: 'choice',
    label: 'settings.registration',
    choices: [
      ['open', 'settings.registrationOpen', 'settings.registrationOpenHint'],
      ['invitation', 'settings.registrationInvitation', 'settings.registrationInvitationHint'],
      ['approval', 'settings.registrationApproval', 'settings.registrationApprovalHint'],
      ['off', 'settings.registrationOff', 'settings.registrationOffHint'],
    ],
    error: 'settings.registrationMissing',
  },
  secondFactor: {
    kind: 'choice',
    label: 'settings.secondFactor',
    choices: [
      ['optional', 'settings.secondFactorOptional', 'settings.secondFactorOptionalHint'],
      ['admins', 'settings.secondFactorAdmins', 'settings.secondFactorAdminsHint'],
      ['all', 'settings.secondFactorAll', 'settings.secondFactorAllHint'],
    ],
    error: 'settings.secondFactorMissing',
  },
  language: {
    kind: 'choice',
    label: 'settings.language',
    hint: 'settings.languageHint',
    choices: LANGUAGE_CODES.map((code) => [code, () => LANGUAGES[code].name] as const),
    error: 'settings.languageMissing',
  },
  hourFormat: {
    kind: 'choice',
    label: 'settings.hourFormat',
    hint: 'settings.hourFormatHint',
    choices: [
      ['24h', 'settings.hourFormat24'],
      ['12h', 'settings.hourFormat12'],
    ],
    error: 'settings.hourFormatMissing',
  },
  firstWeekday: {
    kind: 'choice',
    label: 'settings.firstWeekday',
    hint: 'settings.firstWeekdayHint',
    choices: [
      [1, 'settings.firstWeekdayMonday'],
      [7, 'settings.firstWeekdaySunday'],
      [6, 'settings.firstWeekdaySaturday'],
    ],
    error: 'settings.firstWeekdayMissing',
  },
  workStartTime: { kind: 'time', label: 'settings.workStartTime' },
  workEndTime: { kind: 'time', label: 'settings.workEndTime' },
  timeZone: { kind: 'zone', label: 'settings.timeZone' },
  allowFlexibleHours: {
    kind: 'flag',
    label: 'settings.allowFlexibleHours',
    hint: 'settings.allowFlexibleHoursHint',
  },
  weekendWorkAllowed: {
    kind: 'flag',
    label: 'settings.weekendWorkAllowed',
    hint: 'settings.weekendWorkAllowedHint',
  },
  breakStartTime: { kind: 'time', label: 'settings.breakStartTime' },
  breakDuration: number(
    'settings.breakDuration',
    'settings.minutes',
    'settings.breakDurationFault',
    [0, 480],
  ),
  requireLocationTracking: {
    kind: 'flag',
    label: 'settings.requireLocationTracking',
    hint: 'settings.requireLocationTrackingHint',
  },
  shareAway: {
    kind: 'flag',
    label: 'settings.shareAway',
    hint: 'settings.shareAwayHint',
  },
  lateThresholdMinutes: number(
    'settings.lateThresholdMinutes',
    'settings.minutes',
    'settings.lateThresholdMinutesFault',
    [0, 60],
    {
      hint: 'settings.lateThresholdMinutesHint',
    },
  ),
  overtimeThresholdHours: number(
    'settings.overtimeThresholdHours',
    'settings.hours',
    'settings.overtimeThresholdHoursFault',
    [0, 12],
    {
      hint: 'settings.overtimeThresholdHoursHint',
      step: 0.5,
    },
  ),
  // At most 20 hours, less than the shortest day, so that a night shift began yesterday at the earliest.
  nightShiftHours: number(
    'settings.nightShiftHours',
    'settings.hours',
    'settings.nightShiftHoursFault',
    [0, 20],
    {
      hint: 'settings.nightShiftHoursHint',
    },
  ),
  reminderMinutes: number(
    'settings.reminderMinutes',
    'settings.minutes',
    'settings.reminderMinutesFault',
    [15, 480],
    {
      hint: 'settings.reminderMinutesHint',
    },
  ),
  correctionDays: number(
    'settings.correctionDays',
    'settings.days',
    'settings.correctionDaysFault',
    [1, 366],
    {
      hint: 'settings.correctionDaysHint',
    },
  ),
  securityLogDays: number(
    'settings.securityLogDays',
    'settings.days',
    'settings.securityLogDaysFault',
    [30, 3650],
    {
      hint: 'settings.securityLogDaysHint',
    },
  ),
} as const satisfies Partial<Record<SettingName, SettingDefinition>>;

export type FormSetting = keyof typeof FORM_DEFINITIONS;

export type NumberSetting = {
  [Name in FormSetting]: (typeof FORM_DEFINITIONS)[Name] extends NumberDefinition ? Name : never;
}[FormSetting];

export const SETTING_DEFINITIONS: Readonly<Record<FormSetting, SettingDefinition>> &
  Readonly<Record<NumberSetting, NumberDefinition>> = FORM_DEFINITIONS;

export const formSettings = (): FormSetting[] => Object.keys(FORM_DEFINITIONS) as FormSetting[];

export const settingNames = (): SettingName[] => [
  ...(Object.keys(SETTINGS_DEFAULTS) as (keyof typeof SETTINGS_DEFAULTS)[]),
  'timeZone',
];

export const mapSettings = <Value>(
  make: (name: FormSetting, definition: SettingDefinition) => Value,
): Record<FormSetting, Value> =>
  Object.fromEntries(formSettings().map((name) => [name, make(name, SETTING_DEFINITIONS[name])])) as Record<
    FormSetting,
    Value
  >;

/** Returns the error of a number setting, or undefined if it is valid. 0 is a value, not 'empty' [D6.5]. */
/** @param value as it is stored, or as a form holds it */
export function choiceOf({ choices }: ChoiceDefinition, value: unknown): Choices[number] | undefined {
  return choices.find(([one]) => String(one) === String(value));
}

/** Undefined if the setting is no choice. */
export function chosenText(name: FormSetting, value: unknown): string | undefined {
  const definition = SETTING_DEFINITIONS[name];
  const choice = definition.kind === 'choice' ? choiceOf(definition, value) : undefined;
  return choice && choiceText(choice[1]);
}

export function numberFault({ fault, min, max, step }: NumberDefinition, value: unknown): string | undefined {
  const fits = typeof value === 'number' && Number.isInteger(value / step) && value >= min && value <= max;
  return fits ? undefined : say(fault, { min, max });
}

/** Reads an integer (overtime threshold: decimals) [D6.5]. Unreadable text gives the default. Checks no limits. */
export function readNumberSetting(name: NumberSetting, typed: string): number {
  const { step } = SETTING_DEFINITIONS[name];
  const read = step === 1 ? Number.parseInt(typed, 10) : Number.parseFloat(typed);
  return Number.isFinite(read) ? read : SETTINGS_DEFAULTS[name];
}
