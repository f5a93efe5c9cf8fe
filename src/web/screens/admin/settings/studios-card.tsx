import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Network, Pencil, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { StudiosView } from '#contract/settings';
import type { Studio } from '#domain/people/studios';
import { useStudios } from '#web/screens/admin/use-settings.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Draft } from '#web/forms/draft.ts';
import { peopleById, StudiosForm, withStudio, type StudioList } from './studios-form.tsx';

/** Unsaved edits survive a look at another tab. */
const drafts = new WeakMap<QueryClient, Draft<StudioList>>();

export function StudiosCard() {
  const id = useId();
  const query = useStudios();
  const { data: view, isError } = query;
  const client = useQueryClient();
  const [initialDraft, setInitialDraft] = useState<Draft<StudioList> | null>(
    () => drafts.get(client) ?? null,
  );
  const edit = (typed: readonly Studio[]) =>
    setInitialDraft({ version: view?.version ?? 0, base: { studios }, typed: { studios: typed } });
  const close = () => {
    drafts.delete(client);
    setInitialDraft(null);
  };
  const studios = view?.studios ?? [];
  return (
    <Card aria-labelledby={id} className="grid gap-4 p-4 sm:p-6">
      <CardTitle
        id={id}
        aside={
          view &&
          initialDraft === null &&
          studios.length > 0 && (
            <Button size="small" icon={<Pencil size={16} />} onClick={() => edit(studios)}>
              Edit studios
            </Button>
          )
        }
      >
        Studios and Hubs
      </CardTitle>
      {!view && !isError && <Skeleton className="h-32" />}
      <LoadFailure title="The studios could not be loaded." query={query} isShown={!view} />
      {view && initialDraft === null && studios.length > 0 && <List view={view} />}
      {view && initialDraft === null && studios.length === 0 && (
        <Empty
          icon={<Network size={24} />}
          title="No studios yet"
          action={
            <Button icon={<Plus size={18} />} onClick={() => edit(withStudio([]))}>
              Add a studio
            </Button>
          }
        >
          Registration asks for no studio. Everybody is in 'General'.
        </Empty>
      )}
      {view && initialDraft !== null && (
        <StudiosForm
          initialDraft={initialDraft}
          view={view}
          onEdit={(draft) => void drafts.set(client, draft)}
          onClose={close}
        />
      )}
    </Card>
  );
}

const SHOWN_AT_FIRST = 8;

function List({ view }: { view: StudiosView }) {
  const { studios } = view;
  const [isWhole, setWhole] = useState(false);
  const counts = peopleById(view);
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
