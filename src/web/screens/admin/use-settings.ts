/** The work settings: fetched and live. */
import type { LiveChange } from '#contract/live';
import type { Settings } from '#contract/records';
import type { InputOf } from '#contract/routes';
import type { SettingsView } from '#contract/settings';
import { useSnapshot } from '#web/live/use-snapshot.ts';

/** An answer to one's own Save may overtake its live change. */
const applyToSettings = (view: SettingsView, { settings }: LiveChange): SettingsView =>
  settings && settings.version >= view.settings.version ? { ...view, settings } : view;

export const useSettings = () => useSnapshot('settings', applyToSettings);

/** What saves a few of them as they are to be, and the others as they are. */
export const changesTo = (
  {
    id: _id,
    theme: _theme,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    invitation: _invitation,
    isSetUp: _isSetUp,
    payRules: _payRules,
    zoneRules: _zoneRules,
    zones: _zones,
    ...saved
  }: Settings,
  changes: Partial<InputOf<'updateSettings'>>,
): InputOf<'updateSettings'> => ({ ...saved, ...changes });
