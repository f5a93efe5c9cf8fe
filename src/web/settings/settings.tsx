/** spec §2 Settings. */
import { RotateCcw, Undo2 } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { problemText } from '#contract/problems';
import type { Settings as Saved } from '#contract/records';
import type { SettingsView } from '#contract/settings/settings';
import { defaultSettings } from '#domain/settings/settings';
import { call } from '#web/api.ts';
import { goTo, useOpened } from '#web/browser/navigation.ts';
import { connectionMessage } from '#web/live/live-strip.tsx';
import { useConnectionStatus } from '#web/live/live-updates.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Button } from '#web/ui/button.tsx';
import { EditConflict } from '#web/forms/edit-conflict.tsx';
import { useSettings } from '#web/live/use-settings.ts';
import { SettingsSkeleton } from '#web/frame/tab-skeletons.tsx';
import { sharedRecord } from '#web/forms/shared-record.ts';
import { useForm } from '#web/forms/use-form.ts';
import { setUnsaved } from '#web/ui/leaving.ts';
import { SchedulesCard } from '#web/expected/schedules-card.tsx';
import HolidaysCard from '#web/expected/holidays-card.tsx';
import { LeaveCard } from '#web/leave/leave-settings-card.tsx';
import { PeopleCards } from './people-card.tsx';
import { RecordCheck } from './record-check.tsx';
import { Sections } from './sections.tsx';
import {
  LABELS,
  toFormValues,
  settingsErrors,
  toSettingsUpdateInput,
  type SettingsFormValues,
} from './settings-form.ts';
import { StudiosCard } from './studios-card.tsx';

const SecurityLog = onDemand(() => import('./security-log.tsx'));

export default function Settings() {
  const query = useSettings();
  const securityLog = useOpened('security-log');
  return (
    <div className="grid gap-4 pt-4">
      <LoadFailure title="Error Loading Settings" query={query} isShown={!query.data}>
        {problemText('settings_load_failed')}
      </LoadFailure>
      {query.data && <EditableSettings settings={query.data.settings} />}
      {!query.data && (query.error ? <Defaults /> : <SettingsSkeleton />)}
      {query.data && <HolidaysCard />}
      {query.data && <SchedulesCard />}
      {query.data && <LeaveCard />}
      {query.data && <StudiosCard />}
      {query.data && <PeopleCards registration={query.data.settings.registration} />}
      {(query.data || query.error) && <RecordCheck />}
      {query.data?.settings.isSetUp && <ShowSetUp />}
      {securityLog && <SecurityLog />}
    </div>
  );
}

function ShowSetUp() {
  const { run, problem } = useForm();
  const show = async () => {
    const answer = await call('finishSetUp', { isSetUp: false });
    if (answer.ok) goTo(['monitoring'], {});
    return answer;
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Button look="quiet" size="small" onClick={() => void run(show)}>
        Show 'Set up Punctual' again
      </Button>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
    </div>
  );
}

/** Shown while settings cannot be loaded (spec §4). Disabled, so that no unseen value is overwritten. */
function Defaults() {
  const defaults = defaultSettings(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <>
      <p className="text-sm text-muted">The defaults apply until the settings can be loaded.</p>
      <Sections
        typed={toFormValues(defaults)}
        saved={defaults}
        errors={{}}
        onEdit={() => undefined}
        isDisabled
      />
    </>
  );
}

function EditableSettings({ settings }: { settings: Saved }) {
  const form = useSettingsForm(settings);
  const { isSubmitting } = form;
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4">
      <Sections typed={form.typed} saved={settings} errors={form.errors} onEdit={form.edit} />
      <div className="sticky bottom-(--bar) z-10 -mx-4 grid gap-3 border-t border-line bg-page px-4 py-3 sm:-mx-6 sm:px-6">
        <EditConflict what="the settings" form={form} labels={LABELS} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <SaveStatus form={form} />
          <Button
            look="quiet"
            icon={<RotateCcw size={18} className="max-sm:hidden" />}
            onClick={form.useDefaults}
            className="max-sm:grow"
          >
            Use defaults
          </Button>
          <Button
            icon={<Undo2 size={18} className="max-sm:hidden" />}
            onClick={form.reset}
            className="max-sm:grow"
          >
            Reset
          </Button>
          <Button type="submit" look="primary" isBusy={isSubmitting} className="max-sm:grow">
            {isSubmitting ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The result of a save (spec §2, §8) in a fixed place, so that no button moves. */
function SaveStatus({ form: { isSaved, isEdited, problem } }: { form: SettingsForm }) {
  const connection = useConnectionStatus();
  // Without the live connection other admins' changes do not appear here, so a warning says so (spec §8).
  const isCutOff = useNow((now) => connectionMessage(connection, now) !== null);
  const message = problem !== null ? 'problem' : isSaved ? 'saved' : isCutOff ? 'cut-off' : null;
  return (
    <div className="flex min-h-11 min-w-0 grow items-center *:grow max-sm:order-first max-sm:basis-full sm:basis-0">
      <div role="status" className="empty:hidden">
        {message === 'saved' && (
          <Banner isTight tone="success" title="Settings Saved Successfully">
            Changes saved to database
          </Banner>
        )}
        {message === 'cut-off' && (
          <Banner isTight tone="warning" title={problemText('settings_subscribe_failed')}>
            Changes by others will show again soon.
          </Banner>
        )}
      </div>
      <div role="alert" className="empty:hidden">
        {message === 'problem' && (
          <Banner isTight tone="danger" title="Failed to Save Settings">
            {problem}
          </Banner>
        )}
      </div>
      {message === null && isEdited && <p className="text-sm text-muted">Not saved yet.</p>}
    </div>
  );
}

/** Milliseconds (spec §2). */
const SAVED_MESSAGE_MS = 3000;

const recordOf = ({ settings }: Pick<SettingsView, 'settings'>) => ({
  record: toFormValues(settings),
  version: settings.version,
});

type SettingsForm = ReturnType<typeof useSettingsForm>;

function useSettingsForm(settings: Saved) {
  const client = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const form = useForm({
    shared: sharedRecord<SettingsFormValues, SettingsView>({
      ...recordOf({ settings }),
      recordOf,
      cached: { client, queryKey: ['settings'] },
      keptAs: 'settings',
    }),
    validate: settingsErrors,
    send: (typed, version) => call('updateSettings', toSettingsUpdateInput(typed, version)),
    failureOf: (failure) =>
      failure.kind === 'refused'
        ? { errors: failure.fields, problem: failure.message }
        : // The general text, if the server did not respond (spec §8).
          { problem: problemText('settings_save_failed') },
    onDone: () => setSaved(true),
  });
  const { typed, isEdited } = form;
  useEffect(() => setUnsaved(client, isEdited), [client, isEdited]);
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => setSaved(false), SAVED_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);
  return {
    ...form,
    isSaved,
    edit: (changes: Partial<SettingsFormValues>) => {
      // Leaving a field calls `edit`, too. If no value changed, the field keeps its error message.
      if (Object.entries(changes).every(([name, value]) => typed[name as keyof SettingsFormValues] === value))
        return;
      form.edit(changes);
      // The error about equal times is shown at the end time, so clear it also when the start changes.
      if ('workStartTime' in changes) form.clear('workEndTime');
    },
    reset: () => {
      form.reset();
      setSaved(false);
    },
    useDefaults: () => {
      // Restoring the defaults keeps these four settings, since the specification has no defaults for them.
      const { workplaceName, registration, timeZone, payRules } = settings;
      form.edit(toFormValues({ ...defaultSettings(timeZone), workplaceName, registration, payRules }));
      form.clearAll();
    },
    submit: (event: FormEvent) => {
      if (form.conflicts.length === 0) setSaved(false);
      form.submit(event);
    },
  };
}
