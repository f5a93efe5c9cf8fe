/** The work settings. */
import * as z from 'zod/mini';
import { RequestId } from '../records.ts';
import { SettingsUpdate, SettingsView, StudiosUpdate, StudiosView } from '../settings.ts';
import { LONG_LIMIT_MS, nothing, operation } from './route.ts';

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
  studios: operation({
    summary: 'All studios and hubs, and how many people are at each.',
    input: nothing,
    output: StudiosView,
  }),
  updateStudios: operation({
    summary: 'Add, rename, order, retire and remove studios and hubs; people move with a name.',
    input: StudiosUpdate,
    output: StudiosView,
    refusals: ['settings_changed', 'studio_in_use', 'request_id_reused'],
    isForm: true,
    limitMs: LONG_LIMIT_MS,
  }),
  renewInvitation: operation({
    summary: 'Make a new invitation link; the former one lets nobody in any more.',
    input: z.strictObject({ requestId: z.optional(RequestId) }),
    output: SettingsView,
    refusals: ['request_id_reused', 'settings_changed'],
  }),
  finishSetUp: operation({
    summary: "Put the card 'Set up Punctual' away, or back, for all admins.",
    input: z.strictObject({ isSetUp: z.boolean() }),
    output: SettingsView,
    refusals: ['settings_changed'],
  }),
  timeZones: operation({
    summary: 'The time zones the server knows, and the version of its rules for them.',
    input: nothing,
    output: z.strictObject({ timeZones: z.array(z.string()), rules: z.string() }),
  }),
} as const;
