import { say } from '#texts/say';
import type { Settings } from '#contract/records';
import { goTo, openOver } from '#web/browser/navigation.ts';
import HolidaysCard from '#web/expected/holidays-card.tsx';
import { SchedulesCard } from '#web/expected/schedules-card.tsx';
import { LeaveCard } from '#web/leave/leave-settings-card.tsx';
import { useSettings, useSetUp } from '#web/live/use-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { LoadFailure, LoadState } from '#web/ui/load-failure.tsx';
import { KiosksCard } from './kiosks/kiosks-card.tsx';
import { InviteCards } from './invite-cards.tsx';
import { RecordCheck } from './record-check.tsx';
import type { SettingsFormName } from './sections.tsx';
import { DefaultHours, SettingsForm, type SetUpStep } from './settings-edit.tsx';
import { SectionSkeleton } from './settings-list.tsx';
import type { Section as Row } from './section-table.tsx';
import { SET_UP } from './set-up/steps.ts';
import { StudiosCard } from './studios-card.tsx';
import { TestMail } from './test-mail.tsx';

interface SectionContentProps {
  section: Row;
  step?: SetUpStep | undefined;
}

export function SectionContent({ section, step }: SectionContentProps) {
  switch (section.name) {
    case 'holidays':
      return <HolidaysCard onSaved={step?.goOn} />;
    case 'schedules':
      return <SchedulesCard />;
    case 'leave':
      return <LeaveCard onSaved={step?.goOn} />;
    case 'studios':
      return <StudiosCard onSaved={step?.goOn} />;
    case 'email':
      return <EmailCard />;
    case 'kiosks':
      return <KiosksCard />;
    case 'record':
      return <RecordCheck />;
    default:
      return <FormSection key={section.name} name={section.name} title={section.title} step={step} />;
  }
}

type FormSectionProps = Pick<SectionContentProps, 'step'> & { name: SettingsFormName; title: Row['title'] };

function FormSection({ name, title, step }: FormSectionProps) {
  const query = useSettings();
  if (!query.data)
    return (
      <>
        <LoadFailure
          title={say('settings.notLoaded')}
          query={query}
          waiting={<SectionSkeleton name={name} title={title} />}
        >
          {say('problem.settings_load_failed')}
        </LoadFailure>
        {query.error && name === 'hours' && <DefaultHours />}
      </>
    );
  const { settings } = query.data;
  return (
    <>
      <SettingsForm name={name} settings={settings} step={step} />
      <Below name={name} settings={settings} />
    </>
  );
}

function Below({ name, settings }: { name: SettingsFormName; settings: Settings }) {
  switch (name) {
    case 'invite':
      return <InviteCards registration={settings.registration} />;
    case 'sign-in':
      return (
        <Button className="justify-self-start" onClick={() => openOver('security-log')}>
          {say('securityLog.open')}
        </Button>
      );
    case 'more':
      return (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={() => goTo(['settings', SET_UP], {})}>{say('settings.setUpAgain')}</Button>
          <p className="text-sm text-muted">{say('settings.setUpAgainText')}</p>
        </div>
      );
    default:
      return null;
  }
}

function EmailCard() {
  const query = useSetUp();
  return (
    <TitledCard title={say('sections.email')} className="grid gap-4">
      {query.data ? (
        <TestMail {...query.data} />
      ) : (
        <LoadState title={say('settings.partNotLoaded')} query={query} shape="h-20" />
      )}
    </TitledCard>
  );
}
