/** The work settings and their defaults (spec §5, §9). Labels and hints of the form are in `definitions.ts`. */
import type { Language } from '#texts/languages';
import type { WorkRule } from '../expected/work-rule.ts';
import type { PayRule } from '../period/pay-rule.ts';
import type { HourFormat } from '../time/units.ts';
import type { ZoneRule } from '../time/zone-rules.ts';
import type { FirstWeekday } from '../time/workplace-day.ts';

/** `approval`: an admin approves new accounts. */
export const REGISTRATION_MODES = ['open', 'invitation', 'approval', 'off'] as const;

export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** People who need a second factor to sign in. */
export const SECOND_FACTOR_MODES = ['optional', 'admins', 'all'] as const;

export type SecondFactorMode = (typeof SECOND_FACTOR_MODES)[number];

export const WORKPLACE_NAME_MAX = 60;

/** The only theme: settings always store this value (spec §3). */
export const THEME = 'light';

/** Defaults of spec §9. Location tracking is on: the specification says so where it describes the data layer [D4.3]. */
export const SETTINGS_DEFAULTS = {
  workStartTime: '09:00',
  workEndTime: '17:00',
  /** Minutes. */
  breakDuration: 30,
  breakStartTime: '12:00',
  lateThresholdMinutes: 5,
  overtimeThresholdHours: 1,
  /** Hours. An older open entry of yesterday counts as left open. */
  nightShiftHours: 16,
  /** Minutes after the end of the shift. */
  reminderMinutes: 60,
  correctionDays: 62,
  allowFlexibleHours: false,
  requireLocationTracking: true,
  /** Employees see when colleagues of their studio are away, never why. */
  shareAway: true,
  /** Retention of the security log. */
  securityLogDays: 400,
  weekendWorkAllowed: false,
  /** '' for none. */
  workplaceName: '',
  registration: 'open' as RegistrationMode,
  secondFactor: 'optional' as SecondFactorMode,
  /** Instant of the last change to a stricter mode; '' for never. The mode is enforced a week later. */
  secondFactorSince: '',
  /** Language of files, of letters, and of people who have not chosen one. */
  language: 'en' as Language,
  /** Hour format of the screens. Files always use 'HH:mm'. */
  hourFormat: '24h' as HourFormat,
  firstWeekday: 1 as FirstWeekday,
  /** All time zones with their first days. Empty until the zone is changed. */
  zoneRules: [] as readonly ZoneRule[],
  /** Empty until an admin changes the working hours. */
  workRules: [] as readonly WorkRule[],
  /** Contains past rules too, so that the days of past periods never change. */
  payRules: [] as readonly PayRule[],
  /** Number of the invitation link that works now; a new link has the next number. */
  invitation: 1,
  /** An admin has closed the card 'Set up Punctual'. */
  isSetUp: false,
};

export type WorkSettings = Readonly<typeof SETTINGS_DEFAULTS> & {
  /** IANA name [D1.1], the last of `zoneRules`. It has no default. */
  readonly timeZone: string;
};

export type SettingName = keyof WorkSettings;

export const defaultSettings = (timeZone: string): WorkSettings => ({ ...SETTINGS_DEFAULTS, timeZone });

type PublicSetting = 'workplaceName' | 'language' | 'hourFormat' | 'firstWeekday' | 'registration';
export const workplaceOf = (settings: Pick<WorkSettings, PublicSetting>) => ({
  name: settings.workplaceName,
  language: settings.language,
  hourFormat: settings.hourFormat,
  firstWeekday: settings.firstWeekday,
  registration: settings.registration,
});
