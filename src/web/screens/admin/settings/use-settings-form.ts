/** The settings form at work: typing, saving, and what is told about it. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { problemText } from '#contract/problem-texts';
import type { Settings } from '#contract/records';
import type { SettingsView } from '#contract/settings';
import { defaultSettings } from '#domain/settings/settings';
import { call, type Failure } from '#web/api.ts';
import { differences, type Draft } from '#web/forms/draft.ts';
import { useDraftForm, type DraftForm, type DraftFormOptions } from '#web/forms/use-draft-form.ts';
import { setUnsaved } from '#web/ui/leaving.ts';
import { settingsErrors, typedOf, updateOf, type SettingField } from './settings-form.ts';

/** spec §2. */
const SUCCESS_MS = 3000;

/** What was typed and not saved outlives a look at another tab. */
const drafts = new WeakMap<QueryClient, Draft<SettingField>>();

export interface SettingsForm extends DraftForm<SettingField> {
  /** A moment ago. */
  readonly isSaved: boolean;
  useDefaults(): void;
}

export function useSettingsForm(settings: Settings): SettingsForm {
  const client = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const send: DraftFormOptions<SettingField, SettingField>['send'] = async (typed, version) => {
    const answer = await call('updateSettings', updateOf(typed, version));
    if (answer.ok) {
      client.setQueryData<SettingsView>(['settings'], answer.value);
      const { settings: saved } = answer.value;
      return { saved: typedOf(saved), version: saved.version, afterwards: () => setSaved(true) };
    }
    const { failure } = answer;
    if (failure.kind === 'refused' && failure.code === 'settings_changed') {
      await client.refetchQueries({ queryKey: ['settings'] });
      const now = client.getQueryData<SettingsView>(['settings'])?.settings;
      // Nothing of this form changed, but the invitation link for instance: there is nothing to decide.
      const isOther = now && now.version > version && differences(form.draft, typedOf(now)).length === 0;
      return isOther ? send(typed, now.version) : {};
    }
    return {
      errors: failure.kind === 'refused' ? failure.fields : {},
      problem: messageOf(failure),
    };
  };
  const form: DraftForm<SettingField> = useDraftForm<SettingField>({
    record: typedOf(settings),
    version: settings.version,
    begun: drafts.get(client),
    check: settingsErrors,
    send,
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
    type: (name, value) => {
      // A field that is only left again has not been edited, and keeps its message.
      if (draft.typed[name] === value) return;
      form.type(name, value);
      // That the two times are equal is told under the second of them.
      if (name === 'workStartTime') form.clear('workEndTime');
    },
    reset: () => {
      form.reset();
      setSaved(false);
    },
    useDefaults: () => {
      // Those of the specification: nobody's name, who may come in and when is paid are no defaults of anything.
      const { workplaceName, registration, timeZone, payRules } = settings;
      form.fill(typedOf({ ...defaultSettings(timeZone), workplaceName, registration, payRules }));
      form.clearAll();
    },
    save: async () => {
      if (form.conflicts.length === 0) setSaved(false);
      await form.save();
    },
  };
}

/** The server's own words, or that there was no answer (spec §8). */
const messageOf = (failure: Failure): string =>
  failure.kind === 'refused' ? failure.message : problemText('settings_save_failed');
