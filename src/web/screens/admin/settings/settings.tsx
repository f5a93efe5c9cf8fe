/** spec §2 Settings. */
import { RotateCcw, Undo2 } from 'lucide-react';
import { problemText } from '#contract/problem-texts';
import type { Settings as Saved } from '#contract/records';
import { defaultSettings } from '#domain/settings/settings';
import { call } from '#web/api.ts';
import { goTo, useOpened } from '#web/browser/navigation.ts';
import { connectionMessage } from '#web/frame/live-strip.tsx';
import { useConnectionStatus } from '#web/live/live-updates.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Button } from '#web/ui/button.tsx';
import { useSubmission } from '#web/forms/use-submission.ts';
import { EditConflict } from '#web/forms/edit-conflict.tsx';
import { useSettings } from '#web/screens/admin/use-settings.ts';
import { SchedulesCard } from './schedules/schedules-card.tsx';
import { SettingsSkeleton } from '#web/screens/admin/skeletons.tsx';
import HolidaysCard from './holidays-card.tsx';
import { LeaveCard } from './leave-card.tsx';
import { PeopleCards } from './people-card.tsx';
import { RecordCheck } from './record-check.tsx';
import { Sections } from './sections.tsx';
import { LABELS, typedOf } from './settings-form.ts';
import { StudiosCard } from './studios-card.tsx';
import { useSettingsForm, type SettingsForm } from './use-settings-form.ts';

const SecurityLog = onDemand(() => import('./security-log.tsx'));

export default function Settings() {
  const query = useSettings();
  const securityLog = useOpened('security-log');
  return (
    <div className="grid gap-4 pt-4">
      <LoadFailure title="Error Loading Settings" query={query} isShown={!query.data}>
        {problemText('settings_load_failed')}
      </LoadFailure>
      {query.data && <Form settings={query.data.settings} />}
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
  const { submit, problem } = useSubmission<never>();
  const show = async () => {
    const answer = await call('finishSetUp', { isSetUp: false });
    if (answer.ok) goTo(['monitoring'], {});
    return answer;
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Button look="quiet" size="small" onClick={() => void submit({}, show)}>
        Show 'Set up Punctual' again
      </Button>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
    </div>
  );
}

/** Shown while settings cannot be loaded (spec §4). Nothing can be saved over unseen values. */
function Defaults() {
  const defaults = defaultSettings(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <>
      <p className="text-sm text-muted">The defaults apply until the settings can be loaded.</p>
      <Sections typed={typedOf(defaults)} saved={defaults} errors={{}} onEdit={() => undefined} isDisabled />
    </>
  );
}

function Form({ settings }: { settings: Saved }) {
  const form = useSettingsForm(settings);
  const { isSubmitting } = form;
  return (
    <form ref={form.ref} noValidate onSubmit={form.save} className="grid gap-4">
      <Sections typed={form.draft.typed} saved={settings} errors={form.errors} onEdit={form.edit} />
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
          <Button type="submit" look="primary" working={isSubmitting} className="max-sm:grow">
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
  // Without the live connection, changes by others are not shown (spec §8).
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
