/** The work settings and their defaults (spec §5, §9). */
import type { PayRule } from '../period/pay-rule.ts';
import type { HourFormat, TimeText } from '../time/units.ts';
import type { ZoneRule } from '../time/zone-rules.ts';
import type { FirstWeekday } from '../time/workplace-day.ts';

export interface WorkSettings {
  readonly workStartTime: TimeText;
  readonly workEndTime: TimeText;
  /** Minutes. */
  readonly breakDuration: number;
  readonly breakStartTime: TimeText;
  readonly lateThresholdMinutes: number;
  readonly overtimeThresholdHours: number;
  /** An open entry of yesterday that is younger is a night shift; older, it was left open. */
  readonly nightShiftHours: number;
  /** So long after the shift's end somebody who is still clocked in is reminded. */
  readonly reminderMinutes: number;
  /** So many days back corrections can be asked for and made. */
  readonly correctionDays: number;
  readonly allowFlexibleHours: boolean;
  readonly requireLocationTracking: boolean;
  readonly weekendWorkAllowed: boolean;
  /** IANA name; the workplace's zone [D1.1], the last of `zoneRules`. */
  readonly timeZone: string;
  /** Its history; none where it never changed. */
  readonly zoneRules: readonly ZoneRule[];
  /** What the workplace calls itself; '' for none. */
  readonly workplaceName: string;
  readonly registration: RegistrationMode;
  /** How screens show a time of day; files keep to the specification's 'HH:mm'. */
  readonly hourFormat: HourFormat;
  /** ISO: Monday 1, Saturday 6, Sunday 7. */
  readonly firstWeekday: FirstWeekday;
  /** By which periods it pays, and since when: those of before stay, and so do their periods. */
  readonly payRules: readonly PayRule[];
  /** Which one the present invitation link is: a new one takes its place by counting on. */
  readonly invitation: number;
  /** An admin has put the card 'Set up Punctual' away. */
  readonly isSetUp: boolean;
}

/** Who may make an account for themselves: anybody, who has the link, who is approved afterwards, nobody. */
export const REGISTRATION_MODES = ['open', 'invitation', 'approval', 'off'] as const;

export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

export const WORKPLACE_NAME_MAX = 60;

/** Always saved as this (spec §3). */
export const THEME = 'light';

/** spec §9; location tracking as the data layer has it [D4.3]. The zone has no default of its own. */
export const SETTINGS_DEFAULTS = {
  workStartTime: '09:00',
  workEndTime: '17:00',
  breakDuration: 30,
  breakStartTime: '12:00',
  lateThresholdMinutes: 5,
  overtimeThresholdHours: 1,
  nightShiftHours: 16,
  reminderMinutes: 60,
  correctionDays: 62,
  allowFlexibleHours: false,
  requireLocationTracking: true,
  weekendWorkAllowed: false,
  workplaceName: '',
  registration: 'open',
  hourFormat: '24h',
  firstWeekday: 1,
  zoneRules: [],
  payRules: [],
  invitation: 1,
  isSetUp: false,
} as const satisfies Omit<WorkSettings, 'timeZone'>;

/** The defaults with a zone: the server's own at first, the saved one when a form falls back. */
export const defaultSettings = (timeZone: string): WorkSettings => ({ ...SETTINGS_DEFAULTS, timeZone });

/** What everybody may know of it, before they have signed in too. */
export const workplaceOf = ({
  workplaceName,
  hourFormat,
  firstWeekday,
  registration,
}: Pick<WorkSettings, 'workplaceName' | 'hourFormat' | 'firstWeekday' | 'registration'>) => ({
  name: workplaceName,
  hourFormat,
  firstWeekday,
  registration,
});
