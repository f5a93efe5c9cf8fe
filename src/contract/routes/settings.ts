/** The work settings. */
import * as z from 'zod/mini';
import { SettingsUpdate, SettingsView } from '../settings.ts';
import { nothing, route } from './route.ts';

export const settingsRoutes = {
  settings: route({
    method: 'GET',
    path: '/api/settings/app-config',
    access: 'signed-in',
    summary: 'The work settings.',
    input: nothing,
    output: SettingsView,
    failure: 'settings_load_failed',
  }),
  updateSettings: route({
    method: 'POST',
    path: '/api/settings/app-config',
    access: 'admin',
    summary: 'Save the work settings.',
    input: SettingsUpdate,
    output: SettingsView,
    failure: 'settings_update_failed',
    refusals: ['settings_changed'],
    isForm: true,
  }),
  timeZones: route({
    method: 'GET',
    path: '/api/settings/time-zones',
    access: 'admin',
    summary: 'The time zones the server knows.',
    input: nothing,
    output: z.strictObject({ timeZones: z.array(z.string()) }),
  }),
} as const;
