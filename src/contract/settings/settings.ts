import { say } from '#texts/say';
import * as z from 'zod/mini';
import { PAY_PERIODS } from '#domain/period/pay-rule';
import { WORKPLACE_NAME_MAX, type WorkSettings } from '#domain/settings/settings';
import {
  numberFault,
  mapSettings,
  type FormSetting,
  type SettingDefinition,
} from '#domain/settings/definitions';
import { isTimeZone } from '#domain/time/zone-rules';
import { enteredDay } from '../days.ts';
import { singleLine, text, wallClockTime } from '../fields.ts';
import { Id, Instant, RequestId, Settings } from '../records.ts';

const schemaOf = (definition: SettingDefinition): z.ZodMiniType => {
  switch (definition.kind) {
    case 'number':
      return z.number({ error: () => numberFault(definition, undefined) ?? '' }).check(
        z.refine((value) => numberFault(definition, value) === undefined, {
          error: ({ input }) => numberFault(definition, input) ?? '',
        }),
      );
    case 'choice':
      return z.literal(
        definition.choices.map(([value]) => value),
        { error: () => say(definition.error) },
      );
    case 'text':
      return singleLine('field.nameTooLong', WORKPLACE_NAME_MAX);
    case 'zone':
      return text().check(z.refine<string>(isTimeZone, { error: () => say('field.timeZone') }));
    case 'time':
      return wallClockTime();
    case 'flag':
      return z.boolean();
  }
};

const OptionalSettings = mapSettings((_name, definition) => z.optional(schemaOf(definition))) as {
  readonly [Name in FormSetting]: z.ZodMiniOptional<z.ZodMiniType<WorkSettings[Name], WorkSettings[Name]>>;
};

/** A missing setting keeps its value, since a page of the previous version does not know new settings. */
export const SettingsUpdate = z
  .strictObject({
    requestId: z.optional(RequestId),
    version: z.int(),
    ...OptionalSettings,
    // Both times are required, since the check below compares them with each other.
    workStartTime: wallClockTime(),
    workEndTime: wallClockTime(),
    payPeriod: z.optional(z.enum(PAY_PERIODS, { error: () => say('field.payPeriod') })),
    payPeriodFrom: z.optional(
      z.union([enteredDay(), z.literal('')], { error: () => say('field.noSuchDate') }),
    ),
  })
  .check(
    z.refine((settings) => settings.workStartTime !== settings.workEndTime, {
      error: () => say('field.sameWorkTimes'),
      path: ['workEndTime'],
    }),
  );

export const SettingsView = z.strictObject({ now: Instant, settings: Settings });
export type SettingsView = z.infer<typeof SettingsView>;

/** Limits that are higher than any workplace needs. */
const STUDIOS_MAX = 200;
const HUBS_MAX = 100;
const requiredName = singleLine().check(z.minLength(1, { error: () => say('field.nameMissing') }));
const HubSchema = z.strictObject({ id: Id, name: requiredName, isRetired: z.boolean() });
const StudioSchema = z.extend(HubSchema, {
  hubs: z.readonly(
    z
      .array(HubSchema)
      .check(z.maxLength(HUBS_MAX, { error: () => say('field.tooManyHubs', { max: HUBS_MAX }) })),
  ),
});

/** All studios in display order. A renamed studio keeps its id. A new studio comes with a new id. */
export const StudiosUpdate = z.strictObject({
  requestId: z.optional(RequestId),
  /** Version of the settings. */
  version: z.int(),
  studios: z.array(StudioSchema).check(
    z.maxLength(STUDIOS_MAX, { error: () => say('field.tooManyStudios', { max: STUDIOS_MAX }) }),
    z.refine(
      (studios) =>
        new Set(studios.flatMap(({ id, hubs }) => [id, ...hubs.map((hub) => hub.id)])).size ===
        studios.reduce((count, { hubs }) => count + 1 + hubs.length, 0),
      { error: () => say('field.idTwice') },
    ),
  ),
});

export const StudiosView = z.strictObject({
  /** Version of the settings. */
  version: z.int(),
  studios: z.array(StudioSchema),
  /** Active and former people per studio and hub. A studio or hub in use can be retired, but not removed. */
  people: z.array(z.strictObject({ department: z.string(), hub: z.string(), count: z.int() })),
});
export type StudiosView = z.infer<typeof StudiosView>;
