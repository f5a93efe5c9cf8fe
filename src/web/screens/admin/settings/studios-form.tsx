/** Adds, renames, retires and removes studios and hubs: typed as a list, saved as a whole. */
import { useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { NAME_MAX } from '#contract/fields';
import type { StudiosView } from '#contract/settings';
import type { Hub, Studio } from '#domain/people/studios';
import { call } from '#web/api.ts';
import { STUDIOS_KEY } from '#web/screens/admin/use-settings.ts';
import { useSubmission } from '#web/forms/use-submission.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { CONTROL } from '#web/ui/field.tsx';
import { useGuard, useUnsaved } from '#web/ui/leaving.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import {
  areSame,
  changed,
  peopleById,
  without,
  withHub,
  withoutEmpty,
  withStudio,
  type StudiosDraft,
} from './studios-draft.ts';

const DiscardQuestion = onDemand(() => import('#web/ui/discard-question.tsx'));

interface StudiosFormProps {
  begun: StudiosDraft;
  /** As they are now. */
  view: StudiosView;
  onType: (draft: StudiosDraft) => void;
  onClose: () => void;
}

export function StudiosForm({ begun, view, onType, onClose }: StudiosFormProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(begun.typed);
  /** What others have saved since is known, and is to be saved over. */
  const [base, setBase] = useState(begun.base);
  const { ref, errors, problem, isSubmitting, submit, clear, clearAll } = useSubmission<string>();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const isEdited = !areSame(withoutEmpty(typed), base);
  const isOvertaken = !areSame(view.studios, base);
  useUnsaved(isEdited);
  useGuard(isEdited, (goOn) => setLeave(() => goOn));
  const kept = useRef(onType);
  useEffect(() => kept.current({ typed, base }), [typed, base]);
  const added = useRef<string | null>(null);
  useEffect(() => {
    if (added.current === null) return;
    ref.current?.querySelector<HTMLElement>(`[data-line="${added.current}"]`)?.focus();
    added.current = null;
  }, [typed, ref]);

  const counts = peopleById(view.studios, view.people);
  const add = (next: Studio[], newest: Hub | undefined) => {
    added.current = newest?.id ?? null;
    setTyped(next);
    clearAll();
  };
  const save = async () => {
    const wanted = withoutEmpty(typed);
    const answer = await call('updateStudios', { version: view.version, studios: wanted });
    if (answer.ok) {
      client.setQueryData<StudiosView>(STUDIOS_KEY, answer.value);
      onClose();
      return undefined;
    }
    const { failure } = answer;
    void client.invalidateQueries({ queryKey: STUDIOS_KEY });
    const fields = failure.kind === 'refused' ? failure.fields : {};
    const byId = Object.fromEntries(
      Object.entries(fields).flatMap(([path, message]) => {
        const at = idAt(wanted, path);
        return at === undefined ? [] : [[at, message]];
      }),
    );
    return { errors: byId, problem: Object.keys(byId).length > 0 ? null : failure.message };
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isOvertaken) void submit(missingNames(typed), save);
  };
  const line = (item: Hub, label: string, isStudio = false) => (
    <Line
      key={item.id}
      item={item}
      label={label}
      isStudio={isStudio}
      people={counts.get(item.id) ?? 0}
      error={errors[item.id]}
      onName={(name) => {
        clear(item.id);
        setTyped(changed(typed, item.id, { name }));
      }}
      onRetire={(isRetired) => setTyped(changed(typed, item.id, { isRetired }))}
      onRemove={() => {
        clearAll();
        setTyped(without(typed, item.id));
      }}
    />
  );
  return (
    <form ref={ref} noValidate onSubmit={send} className="grid gap-4">
      <p className="-mt-2 text-sm text-muted">
        A new name applies to everybody in it. A studio or hub with people is retired instead of removed. They
        keep it, and nobody else can choose it.
      </p>
      {typed.map((studio, index) => (
        <fieldset key={studio.id} className="grid min-w-0 gap-2 border-t border-line pt-4">
          <legend className="sr-only">{studio.name === '' ? 'New studio' : studio.name}</legend>
          {line(studio, `Studio ${index + 1}`, true)}
          <div className="grid gap-2 pl-4 sm:pl-8">
            {studio.hubs.map((hub, at) =>
              line(hub, `Hub ${at + 1} of ${studio.name === '' ? 'the new studio' : studio.name}`),
            )}
            <Button
              size="small"
              look="quiet"
              icon={<Plus aria-hidden size={16} />}
              onClick={() => {
                const next = withHub(typed, studio.id);
                add(next, next[index]?.hubs.at(-1));
              }}
              className="justify-self-start"
            >
              Add a hub
              <span className="sr-only"> to {studio.name === '' ? 'the new studio' : studio.name}</span>
            </Button>
          </div>
        </fieldset>
      ))}
      <Button
        size="small"
        icon={<Plus aria-hidden size={16} />}
        onClick={() => {
          const next = withStudio(typed);
          add(next, next.at(-1));
        }}
        className="justify-self-start"
      >
        Add a studio
      </Button>
      <div role="alert" className="grid gap-3 empty:hidden">
        {isOvertaken && (
          <Banner tone="warning" title="Somebody else changed the studios in the meantime.">
            <span className="mt-2 flex flex-wrap gap-2">
              <Button
                size="small"
                onClick={() => {
                  setTyped(view.studios);
                  setBase(view.studios);
                }}
              >
                Use theirs
              </Button>
              <Button size="small" onClick={() => setBase(view.studios)}>
                Keep mine
              </Button>
            </span>
          </Banner>
        )}
        {problem !== null && (
          <Banner tone="danger" title="The studios were not saved.">
            {problem}
          </Banner>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => (isEdited ? setLeave(() => onClose) : onClose())} className="max-sm:grow">
          Cancel
        </Button>
        <Button
          type="submit"
          look="primary"
          working={isSubmitting}
          resting={isSubmitting || isOvertaken}
          className="max-sm:grow"
        >
          {isSubmitting ? 'Saving...' : 'Save studios'}
        </Button>
      </div>
      {leave && <DiscardQuestion isAsked onKeep={() => setLeave(null)} onDiscard={leave} />}
    </form>
  );
}

interface LineProps {
  item: Hub;
  label: string;
  isStudio: boolean;
  people: number;
  error: string | undefined;
  onName: (name: string) => void;
  onRetire: (isRetired: boolean) => void;
  onRemove: () => void;
}

/** A name, and what can be done with it: who belongs somewhere keeps that from being removed. */
function Line({
  item: { id, name, isRetired },
  label,
  isStudio,
  people,
  error,
  onName,
  onRetire,
  onRemove,
}: LineProps) {
  const [text, Icon, act] =
    people === 0 && !isRetired
      ? (['Remove', Trash2, onRemove] as const)
      : isRetired
        ? (['Bring back', ArchiveRestore, () => onRetire(false)] as const)
        : (['Retire', Archive, () => onRetire(true)] as const);
  return (
    <div>
      <div className="flex gap-2">
        <input
          data-line={id}
          aria-label={label}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={
            classes(error !== undefined && `${id}-error`, isRetired && `${id}-state`) || undefined
          }
          autoComplete="off"
          maxLength={NAME_MAX}
          value={name}
          placeholder={isStudio ? 'Name of the studio' : 'Name of the hub'}
          onChange={(event) => onName(event.target.value)}
          className={classes(CONTROL, 'h-11 min-w-0', isStudio && 'font-semibold', isRetired && 'text-muted')}
        />
        <Button
          look="quiet"
          size="small"
          icon={<Icon aria-hidden size={18} />}
          onClick={act}
          className="shrink-0 sm:w-32 sm:justify-start"
        >
          <span className="max-sm:sr-only">{text}</span>
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
      {isRetired && (
        <p id={`${id}-state`} className="mt-1 text-sm text-muted">
          Retired{people > 0 && `; ${people} ${people === 1 ? 'person keeps' : 'people keep'} it`}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** A studio without a name that has hubs; lines that are empty altogether are left out when it is saved. */
const missingNames = (studios: readonly Studio[]): Record<string, string> =>
  Object.fromEntries(
    withoutEmpty(studios)
      .filter(({ name }) => name.trim() === '')
      .map(({ id }) => [id, 'Name is required']),
  );

/** Whose name the server means: 'studios.1.name', 'studios.0.hubs.2.name'. */
function idAt(studios: readonly Studio[], path: string): string | undefined {
  const [, studio, , hub] = path.split('.');
  const found = studios[Number(studio)];
  return path.includes('hubs') ? found?.hubs[Number(hub)]?.id : found?.id;
}
