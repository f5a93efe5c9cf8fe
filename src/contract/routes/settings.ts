/** The work settings. */
import * as z from 'zod/mini';
import { SettingsUpdate, SettingsView } from '../settings.ts';
import { nothing, operation } from './route.ts';

export const settingsOperations = {
  settings: operation({
    summary: 'The work settings.',
    input: nothing,
    output: SettingsView,
  }),
  updateSettings: operation({
    summary: 'Save the work settings.',
    input: SettingsUpdate,
    output: SettingsView,
    refusals: ['settings_changed', 'request_id_reused'],
    isForm: true,
  }),
  timeZones: operation({
    summary: 'The time zones the server knows.',
    input: nothing,
    output: z.strictObject({ timeZones: z.array(z.string()) }),
  }),
} as const;
