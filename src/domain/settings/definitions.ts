/** Schemas, database columns and form fields come from here (spec §2, §5). Only the server and admins load this. */
import { type SettingName, SETTINGS_DEFAULTS } from './settings.ts';

interface NumberDefinition {
  readonly kind: 'number';
  readonly label: string;
  readonly hint?: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

interface ChoiceDefinition {
  readonly kind: 'choice';
  readonly label: string;
  readonly hint?: string;
  /** The specification's choice comes first. `hint` is shown while its choice is selected. */
  readonly choices: readonly (readonly [value: string | number, words: string, hint?: string])[];
  readonly error: string;
}

interface PlainDefinition {
  readonly kind: 'text' | 'time' | 'zone' | 'flag';
  readonly label: string;
  readonly hint?: string;
}

export type SettingDefinition = NumberDefinition | ChoiceDefinition | PlainDefinition;

const number = (
  label: string,
  unit: string,
  [min, max]: readonly [least: number, most: number],
  given: { readonly step?: number; readonly hint?: string } = {},
): NumberDefinition => ({ kind: 'number', label, unit, min, max, step: 1, ...given });

const FORM_DEFINITIONS = {
  workplaceName: {
    kind: 'text',
    label: 'Workplace Name',
    hint: 'Shown in the header, on reports and in emails.',
  },
  registration: {
    kind: 'choice',
    label: 'Who Can Register',
    choices: [
      ['open', 'Anybody', 'Anybody who opens this address can create an account.'],
      ['invitation', 'Anybody with the invitation link', 'Copy or print the link below.'],
      [
        'approval',
        'Anybody, once an administrator approves',
        'A new account waits in Employee Management until an administrator approves or declines it.',
      ],
      ['off', 'Nobody', 'Only administrators add people, in Employee Management.'],
    ],
    error: 'Choose who can register',
  },
  secondFactor: {
    kind: 'choice',
    label: 'Second Factor',
    choices: [
      ['optional', 'Optional', 'Everybody decides for themselves.'],
      ['admins', 'Required for administrators', 'Administrators have a week to set one up.'],
      ['all', 'Required for everybody', 'People have a week to set one up.'],
    ],
    error: 'Choose who needs a second factor',
  },
  hourFormat: {
    kind: 'choice',
    label: 'Time Format',
    hint: 'On screens. Exports use 24-hour time.',
    choices: [
      ['24h', '24 hours (13:30)'],
      ['12h', '12 hours (1:30 PM)'],
    ],
    error: 'Choose how times are shown',
  },
  firstWeekday: {
    kind: 'choice',
    label: 'Week Starts On',
    hint: 'The first day of each week in totals.',
    choices: [
      [1, 'Monday'],
      [7, 'Sunday'],
      [6, 'Saturday'],
    ],
    error: 'Choose a day',
  },
  workStartTime: { kind: 'time', label: 'Work Start Time' },
  workEndTime: { kind: 'time', label: 'Work End Time' },
  timeZone: { kind: 'zone', label: 'Time Zone' },
  allowFlexibleHours: { kind: 'flag', label: 'Allow Flexible Hours', hint: 'Nobody counts as late.' },
  weekendWorkAllowed: {
    kind: 'flag',
    label: 'Weekend Work Allowed',
    hint: 'When off, people can still clock in at weekends but see a warning.',
  },
  breakStartTime: { kind: 'time', label: 'Break Start Time' },
  breakDuration: number('Break Duration', 'minutes', [0, 480]),
  requireLocationTracking: {
    kind: 'flag',
    label: 'Require Location Tracking',
    hint: 'The browser asks for the location at clock-in. People who decline can still clock in.',
  },
  shareAway: {
    kind: 'flag',
    label: 'Colleagues See Who Is on Leave',
    hint: 'People in the same studio see when others are on leave, but never why. People who registered without an invitation see it once an administrator has edited their details or approved a request.',
  },
  lateThresholdMinutes: number('Late Threshold', 'minutes', [0, 60], {
    hint: 'A clock-in this long after work starts is still on time.',
  }),
  overtimeThresholdHours: number('Overtime Threshold', 'hours', [0, 12], {
    hint: 'How far above the hours of a day overtime begins. Free days are like workdays; by a schedule they have no hours.',
    step: 0.5,
  }),
  // At most 20 hours, less than the shortest day, so that a night shift began yesterday at the earliest.
  nightShiftHours: number('Night Shift Limit', 'hours', [0, 20], {
    hint: 'How long an open entry from yesterday counts as a night shift. After that, its end is missing.',
  }),
  reminderMinutes: number('Clock-Out Reminder', 'minutes', [15, 480], {
    hint: 'Remind people who are still clocked in, minutes after work ends.',
  }),
  correctionDays: number('Correction Window', 'days', [1, 366], {
    hint: 'How far back hours can be corrected.',
  }),
  securityLogDays: number('Security Log Days', 'days', [30, 3650], {
    hint: 'How long the security log is kept.',
  }),
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
export function shownValue(definition: SettingDefinition, value: unknown): string | boolean {
  if (definition.kind === 'choice') return definition.choices.find(([one]) => one === value)?.[1] ?? '';
  return typeof value === 'boolean' ? value : String(value);
}

export function numberFault({ label, min, max, step }: NumberDefinition, value: unknown): string | undefined {
  const fits = typeof value === 'number' && Number.isInteger(value / step) && value >= min && value <= max;
  if (fits) return undefined;
  const kind = step === 1 ? 'a whole number' : `a number in steps of ${step}`;
  return `${label.slice(0, 1)}${label.slice(1).toLowerCase()} must be ${kind} from ${min} to ${max}`;
}

/** Reads an integer (overtime threshold: decimals) [D6.5]. Unreadable text gives the default. Checks no limits. */
export function readNumberSetting(name: NumberSetting, typed: string): number {
  const { step } = SETTING_DEFINITIONS[name];
  const read = step === 1 ? Number.parseInt(typed, 10) : Number.parseFloat(typed);
  return Number.isFinite(read) ? read : SETTINGS_DEFAULTS[name];
}
