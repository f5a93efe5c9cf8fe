import * as z from 'zod/mini';
import { RequestId } from '../records.ts';
import { get, LONG_REQUEST_MS, post, SETTINGS_SAVE_ROUTE } from '../route.ts';
import { SettingsUpdate, SettingsView, StudiosUpdate, StudiosView } from './settings.ts';

export const settingsRoutes = {
  settings: get('/api/settings/app-config', 'signed-in', {
    summary: 'The work settings.',
    failure: 'settings_load_failed',
    output: SettingsView,
  }),
  updateSettings: post('/api/settings/app-config', 'admin', {
    summary: 'Save the work settings.',
    ...SETTINGS_SAVE_ROUTE,
    input: SettingsUpdate,
    output: SettingsView,
  }),
  studios: get('/api/settings/studios', 'admin', {
    summary: 'All studios and hubs, and how many people are at each.',
    output: StudiosView,
  }),
  updateStudios: post('/api/settings/studios', 'admin', {
    summary: 'Add, rename, order, retire and remove studios and hubs; people move with a name.',
    ...SETTINGS_SAVE_ROUTE,
    input: StudiosUpdate,
    output: StudiosView,
    refusals: ['settings_changed', 'studio_in_use'],
    limitMs: LONG_REQUEST_MS,
  }),
  renewInvitation: post('/api/settings/invitation', 'admin', {
    summary: 'Make a new invitation link; the former one lets nobody in any more.',
    failure: 'settings_update_failed',
    takesRequestId: true,
    input: z.strictObject({ requestId: z.optional(RequestId) }),
    output: SettingsView,
    refusals: ['settings_changed'],
  }),
  finishSetUp: post('/api/settings/set-up', 'admin', {
    summary: "Put the card 'Set up Punctual' away, or back, for all administrators.",
    failure: 'settings_update_failed',
    isRepeatable: true,
    input: z.strictObject({ isSetUp: z.boolean() }),
    output: SettingsView,
    refusals: ['settings_changed'],
  }),
  timeZones: get('/api/settings/time-zones', 'admin', {
    summary: 'The time zones the server knows, and the version of its rules for them.',
    output: z.strictObject({ timeZones: z.array(z.string()), rules: z.string() }),
  }),
} as const;
