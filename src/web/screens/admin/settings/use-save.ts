/** The settings form at work: typing, saving, and what is told about it. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { problemMessage } from '#contract/problems';
import type { Settings } from '#contract/records';
import type { SettingsView } from '#contract/routes';
import { defaultSettings, type SettingName } from '#domain/settings';
import { call, type Failure } from '../../../api.ts';
import { focusFirstFault, without } from '../../../form.ts';
import type { Draft, Value } from '../draft.ts';
import { useDraft, type Drafting } from '../use-draft.ts';
import { faultsOfSettings, typedOf, updateOf, type SettingFaults } from './settings-form.ts';

/** spec §2. */
const SUCCESS_MS = 3000;

/** What was typed and not saved outlives a look at another tab. */
const drafts = new WeakMap<QueryClient, Draft<SettingName>>();

export type Outcome = { readonly kind: 'saved' } | { readonly kind: 'failed'; readonly message: string };

export interface SettingsForm {
  readonly drafting: Drafting<SettingName>;
  readonly faults: SettingFaults;
  readonly outcome: Outcome | null;
  readonly isSaving: boolean;
  type(name: SettingName, value: Value): void;
  reset(): void;
  useDefaults(): void;
  save(): Promise<void>;
}

export function useSettingsForm(settings: Settings, form: RefObject<HTMLFormElement | null>): SettingsForm {
  const client = useQueryClient();
  const drafting = useDraft(typedOf(settings), settings.version, drafts.get(client));
  const [faults, setFaults] = useState<SettingFaults>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isSaving, setSaving] = useState(false);
  useEffect(() => {
    if (drafting.isEdited) drafts.set(client, drafting.draft);
    else drafts.delete(client);
  }, [client, drafting.draft, drafting.isEdited]);
  useEffect(() => {
    if (outcome?.kind !== 'saved') return;
    const timer = setTimeout(() => setOutcome(null), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const refuse = (found: SettingFaults, told: Outcome | null) => {
    flushSync(() => {
      setFaults(found);
      setOutcome(told);
      setSaving(false);
    });
    focusFirstFault(form.current);
  };
  const type = (name: SettingName, value: Value) => {
    // A field that is only left again has not been edited, and keeps its message.
    if (drafting.draft.typed[name] === value) return;
    drafting.type(name, value);
    // That the two times are equal is told under the second of them.
    const cleared: readonly SettingName[] = name === 'workStartTime' ? [name, 'workEndTime'] : [name];
    setFaults((known) => cleared.reduce(without, known));
  };
  const reset = () => {
    drafting.reset();
    setFaults({});
    setOutcome(null);
  };
  const useDefaults = () => {
    drafting.fill(typedOf(defaultSettings(settings.timeZone)));
    setFaults({});
  };
  const save = async () => {
    if (drafting.meanwhile.length > 0) return form.current?.querySelector<HTMLElement>('[data-meanwhile]')?.focus();
    const { typed, version } = drafting.draft;
    const found = faultsOfSettings(typed);
    if (Object.keys(found).length > 0) return refuse(found, null);
    setSaving(true);
    setFaults({});
    setOutcome(null);
    const answer = await call('updateSettings', updateOf(typed, version));
    setSaving(false);
    if (answer.ok) {
      client.setQueryData<SettingsView>(['settings'], answer.value);
      drafting.saved(typed, typedOf(answer.value.settings), answer.value.settings.version);
      return setOutcome({ kind: 'saved' });
    }
    const { failure } = answer;
    if (failure.kind === 'refused' && failure.code === 'settings_changed') {
      // What was changed stands in what is loaded now.
      return void client.invalidateQueries({ queryKey: ['settings'] });
    }
    return refuse(failure.kind === 'refused' ? failure.fields : {}, { kind: 'failed', message: messageOf(failure) });
  };
  return { drafting, faults, outcome, isSaving, type, reset, useDefaults, save };
}

/** The server's own words, or that it was not heard (spec §8). */
const messageOf = (failure: Failure): string => (failure.kind === 'refused' ? failure.message : problemMessage('settings_save_failed'));
