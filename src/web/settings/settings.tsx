import { say } from '#texts/say';
import { useQueryClient } from '@tanstack/react-query';
import { useOpened, usePlace } from '#web/browser/navigation.ts';
import { editedDrafts } from '#web/forms/shared-record.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { SectionContent } from './section-content.tsx';
import { sectionOf, SETTINGS_SECTIONS } from './section-table.tsx';
import { SettingsFrame, type Summaries } from './settings-list.tsx';
import { SetUpPages } from './set-up/set-up-pages.tsx';
import { SET_UP } from './set-up/steps.ts';
import { useSummaries } from './summaries.ts';

const SecurityLog = onDemand(() => import('./security-log.tsx'));

export default function Settings() {
  const isSettingUp = usePlace(({ path }) => (path[1] === SET_UP ? SET_UP : null)) !== null;
  const securityLog = useOpened('security-log');
  return (
    <>
      {isSettingUp ? <SetUpPages /> : <Sections />}
      {securityLog && <SecurityLog />}
    </>
  );
}

function Sections() {
  const summaries = useSummaries();
  const chosen = usePlace(({ path }) => sectionOf(path[1])?.name);
  const edited = editedDrafts(useQueryClient());
  const unsaved: Summaries = Object.fromEntries(
    SETTINGS_SECTIONS.filter(({ name }) => name !== chosen && edited.some((key) => key.startsWith(name))).map(
      ({ name }) => [name, { text: say('settings.notSavedYet'), needsAttention: true }],
    ),
  );
  return (
    <SettingsFrame summaries={{ ...summaries, ...unsaved }}>
      {(section) => <SectionContent key={section.name} section={section} />}
    </SettingsFrame>
  );
}
