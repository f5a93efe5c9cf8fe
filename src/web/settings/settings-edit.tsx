/** A form of Settings, with one Save and Reset (spec §2). */
import { say } from '#texts/say';
import { RotateCcw, Undo2 } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import type { Settings as Saved } from '#contract/records';
import type { SettingsView } from '#contract/settings/settings';
import { defaultSettings } from '#domain/settings/settings';
import { call } from '#web/api.ts';
import { EditConflict } from '#web/forms/edit-conflict.tsx';
import { changesText, editedDrafts, sharedRecord } from '#web/forms/shared-record.ts';
import { useForm } from '#web/forms/use-form.ts';
import { connectionMessage } from '#web/live/live-strip.tsx';
import { useConnectionStatus } from '#web/live/live-updates.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { setUnsaved } from '#web/ui/leaving.ts';
import { deviceZone } from './device-zone.ts';
import { SETTINGS_FORMS, type SettingsFormName } from './sections.tsx';
import {
  LABELS,
  settingsErrors,
  settingText,
  toFormValues,
  toSettingsUpdateInput,
  type SettingsFormValues,
} from './settings-form.ts';

/** A step of the set-up: what follows a save, and the button that leads back. */
export interface SetUpStep {
  readonly goOn: () => void;
  readonly back: ReactNode;
}

interface SettingsFormProps {
  name: SettingsFormName;
  settings: Saved;
  step?: SetUpStep | undefined;
}

export function SettingsForm({ name, settings, step }: SettingsFormProps) {
  const form = useSettingsForm(name, settings, step?.goOn);
  const { isSubmitting } = form;
  const { Fields } = SETTINGS_FORMS[name];
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4">
      {name === 'hours' && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{say('settings.holdFromSaving')}</p>
          <Button
            look="quiet"
            size="small"
            icon={<RotateCcw size={16} />}
            className="max-sm:-ms-3"
            onClick={form.useDefaults}
          >
            {say('settings.useDefaults')}
          </Button>
        </div>
      )}
      <Fields
        typed={{ ...toFormValues(settings), ...form.typed }}
        saved={settings}
        errors={form.errors}
        onEdit={form.edit}
      />
      <div className="sticky bottom-(--bar) z-10 short:relative short:bottom-0 grid gap-3 border-t border-line bg-page py-3 max-sm:-mx-4 max-sm:mt-5 max-sm:px-4">
        <EditConflict what="settings" form={form} labels={LABELS} valueText={settingText} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <SaveStatus form={form} />
          {step?.back}
          <Button
            icon={<Undo2 size={18} className="max-sm:hidden" />}
            onClick={form.reset}
            className="max-sm:grow"
          >
            {say('settings.reset')}
          </Button>
          <Button type="submit" look="primary" isBusy={isSubmitting} className="max-sm:grow">
            {isSubmitting ? say('common.saving') : step ? say('settings.saveAndGoOn') : say('common.save')}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Shown while settings cannot be loaded (spec §4). Disabled, so that no unseen value is overwritten. */
export function DefaultHours() {
  const defaults = defaultSettings(deviceZone());
  const { Fields } = SETTINGS_FORMS.hours;
  return (
    <>
      <p className="text-sm text-muted">{say('settings.defaultsApply')}</p>
      <Fields
        typed={toFormValues(defaults)}
        saved={defaults}
        errors={{}}
        onEdit={() => undefined}
        isDisabled
      />
    </>
  );
}

/** Says what a save would change, or how the last one ended (spec §2, §8). On a phone it stands over the form, so no button moves. */
function SaveStatus({ form }: { form: ReturnType<typeof useSettingsForm> }) {
  const { isSaved, draft, problem } = form;
  const connection = useConnectionStatus();
  // Without the live connection other admins' changes do not appear here, so a warning says so (spec §8).
  const isCutOff = useNow((now) => connectionMessage(connection, now) !== null);
  const message = problem !== null ? 'problem' : isSaved ? 'saved' : isCutOff ? 'cut-off' : null;
  return (
    <div className="flex min-w-0 grow items-center *:grow max-sm:absolute max-sm:inset-x-0 max-sm:bottom-full max-sm:bg-page max-sm:px-4 max-sm:*:py-1 sm:min-h-11 sm:basis-0">
      <div role="status" className="empty:hidden">
        {message === 'saved' && (
          <Banner isTight tone="success" title={say('settings.saved')}>
            {say('settings.savedText')}
          </Banner>
        )}
        {message === 'cut-off' && (
          <Banner isTight tone="warning" title={say('problem.settings_subscribe_failed')}>
            {say('settings.cutOff')}
          </Banner>
        )}
      </div>
      <div role="alert" className="empty:hidden">
        {message === 'problem' && (
          <Banner isTight tone="danger" title={say('settings.notSaved')}>
            {problem}
          </Banner>
        )}
      </div>
      {message === null && form.isEdited && (
        <p className="line-clamp-2 text-sm text-muted">
          {say('settings.unsaved', { changes: changesText(draft, LABELS, settingText) })}
        </p>
      )}
    </div>
  );
}

/** Milliseconds (spec §2). */
const SAVED_MESSAGE_MS = 3000;

type Part = Partial<SettingsFormValues>;

function useSettingsForm(name: SettingsFormName, settings: Saved, goOn?: () => void) {
  const client = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const partOf = (all: SettingsFormValues): Part =>
    Object.fromEntries(SETTINGS_FORMS[name].fields.map((field) => [field, all[field]]));
  const recordOf = (view: Pick<SettingsView, 'settings'>) => ({
    record: partOf(toFormValues(view.settings)),
    version: view.settings.version,
  });
  const form = useForm<Part, SettingsView>({
    shared: sharedRecord<Part, SettingsView>({
      ...recordOf({ settings }),
      recordOf,
      cached: { client, queryKey: ['settings'] },
      keptAs: name,
    }),
    validate: (typed) => settingsErrors(typed, settings),
    send: (typed, version) => {
      // A version that is sent again comes with the newer hours, which a form of other fields sends, too.
      const newest = client.getQueryData<SettingsView>(['settings'])?.settings ?? settings;
      return call('updateSettings', toSettingsUpdateInput(typed, { ...newest, version }));
    },
    failureOf: (failure) =>
      failure.kind === 'refused'
        ? { errors: failure.fields, problem: failure.message }
        : // The general text, if the server did not respond (spec §8).
          { problem: say('problem.settings_save_failed') },
    onDone: () => {
      setSaved(true);
      goOn?.();
    },
  });
  const { typed } = form;
  useEffect(() => {
    setUnsaved(
      client,
      editedDrafts(client).some((key) => key in SETTINGS_FORMS),
    );
  }, [client, form.isEdited]);
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => setSaved(false), SAVED_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);
  return {
    ...form,
    isSaved,
    edit: (changes: Part) => {
      // Leaving a field calls `edit`, too. If no value changed, the field keeps its error message.
      if (Object.entries(changes).every(([field, value]) => typed[field as keyof Part] === value)) return;
      form.edit(changes);
      // The error about equal times is shown at the end time, so clear it also when the start changes.
      if ('workStartTime' in changes) form.clear('workEndTime');
    },
    reset: () => {
      form.reset();
      setSaved(false);
    },
    useDefaults: () => {
      form.edit(partOf(toFormValues(defaultSettings(settings.timeZone))));
      form.clearAll();
    },
    submit: (event: FormEvent) => {
      if (goOn && !form.isEdited) {
        event.preventDefault();
        return goOn();
      }
      if (form.conflicts.length === 0) setSaved(false);
      form.submit(event);
    },
  };
}
