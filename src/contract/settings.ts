/** The work settings: what is asked and answered (spec §5). */
import * as z from 'zod/mini';
import { numberFault, type NumberSetting } from '#domain/settings';
import { isTimeZone } from '#domain/time-zone';
import { text, wallClockTime } from './fields.ts';
import { Cursor, Instant, RequestId, Settings } from './records.ts';

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
    timeZone: text().check(z.refine<string>(isTimeZone, 'Please select a time zone')),
    breakStartTime: wallClockTime(),
    breakDuration: numberSetting('breakDuration'),
    lateThresholdMinutes: numberSetting('lateThresholdMinutes'),
    overtimeThresholdHours: numberSetting('overtimeThresholdHours'),
    /** A page of version 1.6.4 does not know of it: as it is when left out. */
    nightShiftHours: z.optional(numberSetting('nightShiftHours')),
    allowFlexibleHours: z.boolean(),
    requireLocationTracking: z.boolean(),
    weekendWorkAllowed: z.boolean(),
  })
  .check(
    z.refine((settings) => settings.workStartTime !== settings.workEndTime, {
      error: 'Work end time must differ from work start time',
      path: ['workEndTime'],
    }),
  );

export const SettingsView = z.strictObject({ cursor: Cursor, now: Instant, settings: Settings });
export type SettingsView = z.infer<typeof SettingsView>;
