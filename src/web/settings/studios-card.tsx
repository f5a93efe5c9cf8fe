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

export const StudiosCard = ({ onSaved }: SavedOption) => (
  <EditableCard
    title="Studios and Hubs"
    what="studios"
    keptAs="studios"
    onSaved={onSaved}
    query={useStudios()}
    queryKey={['studios']}
    recordOf={({ studios }): StudiosFormValues => ({ studios })}
    labels={{ studios: 'Studios and Hubs' }}
    validate={missingNames}
    save={saveStudios}
    failureOf={studiosFailure}
    hasEdits={hasEdits}
    renderList={(view) => (view.studios.length > 0 ? <List view={view} /> : undefined)}
    renderEmpty={(edit) => (
      <Empty
        icon={<Network size={24} />}
        title="No studios yet"
        action={
          <Button icon={<Plus size={18} />} onClick={() => edit({ studios: withStudio([]) })}>
            Add a studio
          </Button>
        }
      >
        Registration asks for no studio. Everybody is in 'General'.
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
      <p className="-mt-2 text-sm text-muted">
        People choose from these when they register, and administrators in Employee Management.
      </p>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((studio) => (
          <li key={studio.id} className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
              {studio.name}
              {studio.isRetired && <Badge>Retired</Badge>}
            </p>
            <p className="text-sm text-muted">{peopleText(counts.get(studio.id) ?? 0)}</p>
            <ul className="mt-1 text-sm">
              {studio.hubs.map((hub) => (
                <li key={hub.id} className="wrap-anywhere">
                  {hub.name} {hub.isRetired && <Badge>Retired</Badge>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {!isWhole && studios.length > SHOWN_AT_FIRST && (
        <Button size="small" look="quiet" onClick={() => setWhole(true)} className="justify-self-start">
          Show all {studios.length}
        </Button>
      )}
    </>
  );
}

const peopleText = (count: number): string =>
  count === 0 ? 'Nobody yet' : `${count} ${count === 1 ? 'person' : 'people'}`;
