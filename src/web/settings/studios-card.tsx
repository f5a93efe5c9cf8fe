import { say, textTable } from '#texts/say';
import { Network, Plus } from 'lucide-react';
import { useState } from 'react';
import type { StudiosView } from '#contract/settings/settings';
import { useStudios } from '#web/live/use-settings.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { EditableCard, type SavedOption } from '#web/frame/editable-card.tsx';
import {
  hasEdits,
  missingNames,
  countPeopleByStudioOrHubId,
  saveStudios,
  StudioFields,
  studiosFailure,
  type StudiosFormValues,
  withStudio,
} from './studios-form.tsx';

const LABELS = textTable({ studios: 'studios.title' });

export const StudiosCard = ({ onSaved }: SavedOption) => (
  <EditableCard
    title={say('studios.title')}
    what="studios"
    keptAs="studios"
    onSaved={onSaved}
    query={useStudios()}
    queryKey={['studios']}
    recordOf={({ studios }): StudiosFormValues => ({ studios })}
    labels={LABELS}
    validate={missingNames}
    save={saveStudios}
    failureOf={studiosFailure}
    hasEdits={hasEdits}
    renderList={(view) => (view.studios.length > 0 ? <List view={view} /> : undefined)}
    renderEmpty={(edit) => (
      <Empty
        icon={<Network size={24} />}
        title={say('studios.none')}
        action={
          <Button icon={<Plus size={18} />} onClick={() => edit({ studios: withStudio([]) })}>
            {say('studios.add')}
          </Button>
        }
      >
        {say('studios.noneText')}
      </Empty>
    )}
    renderFields={(form, view) => <StudioFields form={form} view={view} />}
  />
);

const SHOWN_AT_FIRST = 8;

function List({ view }: { view: StudiosView }) {
  const { studios } = view;
  const [isWhole, setWhole] = useState(false);
  const counts = countPeopleByStudioOrHubId(view);
  const shown = isWhole ? studios : studios.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <p className="-mt-2 text-sm text-muted">{say('studios.text')}</p>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((studio) => (
          <li key={studio.id} className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
              {studio.name}
              {studio.isRetired && <Badge>{say('studios.retired')}</Badge>}
            </p>
            <p className="text-sm text-muted">{peopleText(counts.get(studio.id) ?? 0)}</p>
            <ul className="mt-1 text-sm">
              {studio.hubs.map((hub) => (
                <li key={hub.id} className="wrap-anywhere">
                  {hub.name} {hub.isRetired && <Badge>{say('studios.retired')}</Badge>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {!isWhole && studios.length > SHOWN_AT_FIRST && (
        <Button size="small" look="quiet" onClick={() => setWhole(true)} className="justify-self-start">
          {say('overview.showAll', { count: studios.length })}
        </Button>
      )}
    </>
  );
}

const peopleText = (count: number): string =>
  count === 0 ? say('studios.nobodyYet') : say('employees.count', { count });
