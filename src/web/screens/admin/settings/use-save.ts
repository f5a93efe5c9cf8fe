/** The settings form at work: typing, saving, and what is told about it. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type RefObject } from 'react';
import { problemMessage } from '#contract/problems';
import type { Settings } from '#contract/records';
import type { SettingsView } from '#contract/settings';
import { defaultSettings, type SettingName } from '#domain/settings';
import { call, type Failure } from '#web/api.ts';
import { useSending, type Sending } from '#web/forms/use-submission.ts';
import type { Draft, Value } from '#web/forms/draft.ts';
import { useDraft, type DraftState } from '#web/forms/use-draft.ts';
import { settingsErrors, typedOf, updateOf } from './settings-form.ts';

/** spec §2. */
const SUCCESS_MS = 3000;

/** What was typed and not saved outlives a look at another tab. */
const drafts = new WeakMap<QueryClient, Draft<SettingName>>();

export interface SettingsForm {
  readonly drafting: DraftState<SettingName>;
  readonly sending: Sending<SettingName>;
  /** A moment ago. */
  readonly isSaved: boolean;
  type(name: SettingName, value: Value): void;
  reset(): void;
  useDefaults(): void;
  save(): Promise<void>;
}

export function useSettingsForm(settings: Settings, form: RefObject<HTMLFormElement | null>): SettingsForm {
  const client = useQueryClient();
  const drafting = useDraft(typedOf(settings), settings.version, drafts.get(client));
  const sending = useSending<SettingName>(form);
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    if (drafting.isEdited) drafts.set(client, drafting.draft);
    else drafts.delete(client);
  }, [client, drafting.draft, drafting.isEdited]);
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => setSaved(false), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);

  const type = (name: SettingName, value: Value) => {
    // A field that is only left again has not been edited, and keeps its message.
    if (drafting.draft.typed[name] === value) return;
    drafting.type(name, value);
    sending.clear(name);
    // That the two times are equal is told under the second of them.
    if (name === 'workStartTime') sending.clear('workEndTime');
  };
  const reset = () => {
    drafting.reset();
    sending.forget();
    setSaved(false);
  };
  const useDefaults = () => {
    drafting.fill(typedOf(defaultSettings(settings.timeZone)));
    sending.forget();
  };
  const save = async () => {
    if (drafting.conflicts.length > 0)
      return form.current?.querySelector<HTMLElement>('[data-edit-conflict]')?.focus();
    const { typed, version } = drafting.draft;
    setSaved(false);
    const found = settingsErrors(typed);
    if (Object.keys(found).length > 0) return sending.refuse(found, null);
    sending.begin();
    const answer = await call('updateSettings', updateOf(typed, version));
    sending.end();
    if (answer.ok) {
      client.setQueryData<SettingsView>(['settings'], answer.value);
      drafting.saved(typed, typedOf(answer.value.settings), answer.value.settings.version);
      return setSaved(true);
    }
    const { failure } = answer;
    if (failure.kind === 'refused' && failure.code === 'settings_changed') {
      // What was changed stands in what is loaded now.
      return void client.invalidateQueries({ queryKey: ['settings'] });
    }
    return sending.refuse(failure.kind === 'refused' ? failure.fields : {}, messageOf(failure));
  };
  return { drafting, sending, isSaved, type, reset, useDefaults, save };
}

/** The server's own words, or that it was not heard (spec §8). */
const messageOf = (failure: Failure): string =>
  failure.kind === 'refused' ? failure.message : problemMessage('settings_save_failed');
