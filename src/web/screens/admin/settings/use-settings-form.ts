import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { problemText } from '#contract/problem-texts';
import type { Settings } from '#contract/records';
import type { SettingsView } from '#contract/settings';
import { defaultSettings } from '#domain/settings/settings';
import { call, type Failure } from '#web/api.ts';
import type { Draft } from '#web/forms/draft.ts';
import { useDraftForm } from '#web/forms/use-draft-form.ts';
import { isStale } from '#web/screens/admin/use-settings.ts';
import { setUnsaved } from '#web/ui/leaving.ts';
import { settingsErrors, typedOf, updateOf, type Typed } from './settings-form.ts';

/** spec §2. */
const SUCCESS_MS = 3000;

/** Unsaved edits survive a visit to another tab. */
const drafts = new WeakMap<QueryClient, Draft<Typed>>();

export type SettingsForm = ReturnType<typeof useSettingsForm>;

export function useSettingsForm(settings: Settings) {
  const client = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const form = useDraftForm<Typed>({
    record: typedOf(settings),
    version: settings.version,
    initialDraft: drafts.get(client),
    validate: settingsErrors,
    send: async (typed, version) => {
      const answer = await call('updateSettings', updateOf(typed, version));
      if (answer.ok) {
        client.setQueryData<SettingsView>(['settings'], answer.value);
        const { settings: saved } = answer.value;
        return { record: typedOf(saved), version: saved.version, afterwards: () => setSaved(true) };
      }
      const { failure } = answer;
      if (failure.kind !== 'refused') return { problem: messageOf(failure) };
      if (isStale(failure)) return 'stale';
      return { errors: failure.fields, problem: messageOf(failure) };
    },
    // The invitation link, for instance, changes the version but nothing in this form.
    reload: async () => {
      await client.refetchQueries({ queryKey: ['settings'] });
      const now = client.getQueryData<SettingsView>(['settings'])?.settings;
      return now ? { record: typedOf(now), version: now.version } : null;
    },
  });
  const { draft, isEdited } = form;
  useEffect(() => {
    if (isEdited) drafts.set(client, draft);
    else drafts.delete(client);
    setUnsaved(client, isEdited);
  }, [client, draft, isEdited]);
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => setSaved(false), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);
  return {
    ...form,
    isSaved,
    edit: (changes: Partial<Typed>) => {
      // Leaving a field without editing it keeps its message.
      if (Object.entries(changes).every(([name, value]) => draft.typed[name as keyof Typed] === value))
        return;
      form.edit(changes);
      // The error of equal times is shown under the second one.
      if ('workStartTime' in changes) form.clear('workEndTime');
    },
    reset: () => {
      form.reset();
      setSaved(false);
    },
    useDefaults: () => {
      // The specification has no defaults for these four.
      const { workplaceName, registration, timeZone, payRules } = settings;
      form.edit(typedOf({ ...defaultSettings(timeZone), workplaceName, registration, payRules }));
      form.clearAll();
    },
    save: (event: FormEvent) => {
      if (form.conflicts.length === 0) setSaved(false);
      form.save(event);
    },
  };
}

/** The server's text, or that there was no answer (spec §8). */
const messageOf = (failure: Failure): string =>
  failure.kind === 'refused' ? failure.message : problemText('settings_save_failed');
