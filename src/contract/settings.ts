/** The work settings: what is asked and answered (spec §5). */
import * as z from 'zod/mini';
import { PAY_PERIODS } from '#domain/period/pay-rule';
import { REGISTRATION_MODES, WORKPLACE_NAME_MAX } from '#domain/settings/settings';
import { numberFault, type NumberSetting } from '#domain/settings/limits';
import { HOUR_FORMATS } from '#domain/time/units';
import { FIRST_WEEKDAYS } from '#domain/time/workplace-day';
import { isTimeZone } from '#domain/time/zone-rules';
import { line, text, wallClockTime } from './fields.ts';
import { Cursor, Id, Instant, RequestId, Settings } from './records.ts';

const numberSetting = (name: NumberSetting) =>
  z.number({ error: () => numberFault(name, undefined) ?? '' }).check(
    z.refine((value) => numberFault(name, value) === undefined, {
      error: ({ input }) => numberFault(name, input) ?? '',
    }),
  );

/**
 * All of the settings but id and times; the theme is always 'light'. `version` is of the settings the form
 * was filled from.
 */
export const SettingsUpdate = z
  .strictObject({
    requestId: z.optional(RequestId),
    version: z.int(),
    workStartTime: wallClockTime(),
    workEndTime: wallClockTime(),
    timeZone: text().check(z.refine<string>(isTimeZone, 'Select a time zone')),
    breakStartTime: wallClockTime(),
    breakDuration: numberSetting('breakDuration'),
    lateThresholdMinutes: numberSetting('lateThresholdMinutes'),
    overtimeThresholdHours: numberSetting('overtimeThresholdHours'),
    /** A page of version 1.6.4 does not know of it: as it is when left out. */
    nightShiftHours: z.optional(numberSetting('nightShiftHours')),
    reminderMinutes: z.optional(numberSetting('reminderMinutes')),
    correctionDays: z.optional(numberSetting('correctionDays')),
    allowFlexibleHours: z.boolean(),
    requireLocationTracking: z.boolean(),
    weekendWorkAllowed: z.boolean(),
    /** Nor of these. */
    workplaceName: z.optional(line('Name', WORKPLACE_NAME_MAX)),
    registration: z.optional(z.enum(REGISTRATION_MODES, 'Choose who can register')),
    hourFormat: z.optional(z.enum(HOUR_FORMATS, 'Choose how times are shown')),
    firstWeekday: z.optional(z.literal(FIRST_WEEKDAYS, 'Choose a day')),
    payPeriod: z.optional(z.enum(PAY_PERIODS, 'Choose a pay period')),
    /** The day it holds from. */
    payPeriodFrom: z.optional(z.union([z.iso.date(), z.literal('')], 'This date does not exist')),
  })
  .check(
    z.refine((settings) => settings.workStartTime !== settings.workEndTime, {
      error: 'Work end time must differ from work start time',
      path: ['workEndTime'],
    }),
  );

export const SettingsView = z.strictObject({ cursor: Cursor, now: Instant, settings: Settings });
export type SettingsView = z.infer<typeof SettingsView>;

/** More than any workplace has; a list is sent as a whole. */
const STUDIOS_MAX = 200;
const HUBS_MAX = 100;
const named = (what: string) => line(what).check(z.minLength(1, `${what} is required`));
const HubSchema = z.strictObject({ id: Id, name: named('Name'), isRetired: z.boolean() });
const StudioSchema = z.strictObject({
  ...HubSchema.shape,
  hubs: z.readonly(z.array(HubSchema).check(z.maxLength(HUBS_MAX, `A studio can have ${HUBS_MAX} hubs`))),
});

/**
 * All studios in their order, each with the id by which a renamed one is known again; a new one brings a new id.
 * `version` is of the settings.
 */
export const StudiosUpdate = z.strictObject({
  requestId: z.optional(RequestId),
  version: z.int(),
  studios: z.array(StudioSchema).check(
    z.maxLength(STUDIOS_MAX, `There can be ${STUDIOS_MAX} studios`),
    z.refine(
      (studios) =>
        new Set(studios.flatMap(({ id, hubs }) => [id, ...hubs.map((hub) => hub.id)])).size ===
        studios.reduce((count, { hubs }) => count + 1 + hubs.length, 0),
      'The same id is used twice',
    ),
  ),
});

export const StudiosView = z.strictObject({
  /** Of the settings. */
  version: z.int(),
  studios: z.array(StudioSchema),
  /** People by studio's name, and by hub's within it, whether active or not: these can be retired, not removed. */
  people: z.array(z.strictObject({ department: z.string(), hub: z.string(), count: z.int() })),
});
export type StudiosView = z.infer<typeof StudiosView>;
