import { say } from '#texts/say';
import { Archive, ArchiveRestore, Plus, Trash2 } from 'lucide-react';
import { flushSync } from 'react-dom';
import { NAME_MAX } from '#contract/fields';
import type { StudiosView } from '#contract/settings/settings';
import type { Hub, Studio } from '#domain/people/studios';
import { call, type Failure } from '#web/api.ts';
import { newRequestId } from '#web/browser/request-id.ts';
import { isSameValue, type Draft } from '#web/forms/draft.ts';
import type { SubmitFailure } from '#web/forms/draft.ts';
import type { FormOf } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { PlainInput } from '#web/ui/field.tsx';

export interface StudiosFormValues {
  readonly studios: readonly Studio[];
}

const newHub = (): Hub => ({ id: newRequestId(), name: '', isRetired: false });

export const withStudio = (studios: readonly Studio[]): Studio[] => [...studios, { ...newHub(), hubs: [] }];

const withStudioOrHubChange = (studios: readonly Studio[], id: string, change: Partial<Hub>): Studio[] =>
  studios.map((studio) => ({
    ...studio,
    ...(studio.id === id ? change : {}),
    hubs: studio.hubs.map((hub) => (hub.id === id ? { ...hub, ...change } : hub)),
  }));

const withoutStudioOrHub = (studios: readonly Studio[], id: string): Studio[] =>
  studios
    .filter((studio) => studio.id !== id)
    .map((studio) => ({ ...studio, hubs: studio.hubs.filter((hub) => hub.id !== id) }));

const withoutUnnamed = (studios: readonly Studio[]): Studio[] =>
  studios
    .filter(({ name, hubs }) => name.trim() !== '' || hubs.some((hub) => hub.name.trim() !== ''))
    .map((studio) => ({ ...studio, hubs: studio.hubs.filter(({ name }) => name.trim() !== '') }));

export function countPeopleByStudioOrHubId({ studios, people }: StudiosView): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (id: string | undefined, count: number): void => {
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + count);
  };
  for (const { department, hub, count } of people) {
    const studio = studios.find(({ name }) => name === department);
    add(studio?.id, count);
    add(studio?.hubs.find(({ name }) => name === hub)?.id, count);
  }
  return counts;
}

/** An added line that is still empty does not count as an edit. */
export const hasEdits = ({ typed, base }: Draft<StudiosFormValues>): boolean =>
  !isSameValue(withoutUnnamed(typed.studios), base.studios);

export const saveStudios = ({ studios }: StudiosFormValues, version: number) =>
  call('updateStudios', { version, studios: withoutUnnamed(studios) });

export function studiosFailure(failure: Failure, { studios }: StudiosFormValues): SubmitFailure {
  const errors = failure.kind === 'refused' ? errorsById(withoutUnnamed(studios), failure.fields) : {};
  return { errors, problem: Object.keys(errors).length > 0 ? null : failure.message };
}

interface StudioFieldsProps {
  form: FormOf<StudiosFormValues>;
  view: StudiosView;
}

export function StudioFields({ form, view }: StudioFieldsProps) {
  const { ref, draft } = form;
  const { studios } = draft.typed;
  const counts = countPeopleByStudioOrHubId(view);
  const add = (next: Studio[], newest: Hub | undefined) => {
    form.clearAll();
    flushSync(() => form.edit({ studios: next }));
    ref.current?.querySelector<HTMLElement>(`[data-line="${newest?.id}"]`)?.focus();
  };
  const line = (item: Hub, label: string, isStudio = false) => (
    <Line
      key={item.id}
      form={form}
      item={item}
      label={label}
      isStudio={isStudio}
      people={counts.get(item.id) ?? 0}
    />
  );
  return (
    <>
      <p className="-mt-2 text-sm text-muted">{say('studios.formText')}</p>
      {studios.map((studio, index) => (
        <fieldset key={studio.id} className="grid min-w-0 gap-2 border-t border-line pt-4">
          <legend className="sr-only">{studio.name === '' ? say('studios.newStudio') : studio.name}</legend>
          {line(studio, say('studios.studio', { number: index + 1 }), true)}
          <div className="grid gap-2 ps-4 sm:ps-8">
            {studio.hubs.map((hub, at) =>
              line(
                hub,
                studio.name === ''
                  ? say('studios.hubOfNew', { number: at + 1 })
                  : say('studios.hubOf', { number: at + 1, studio: studio.name }),
              ),
            )}
            <Button
              size="small"
              look="quiet"
              icon={<Plus size={16} />}
              onClick={() => {
                const hub = newHub();
                add(studios.with(index, { ...studio, hubs: [...studio.hubs, hub] }), hub);
              }}
              className="justify-self-start"
            >
              {say('studios.addHub')}
              <span className="sr-only">
                {' '}
                {studio.name === '' ? say('studios.toNew') : say('studios.to', { studio: studio.name })}
              </span>
            </Button>
          </div>
        </fieldset>
      ))}
      <Button
        size="small"
        icon={<Plus size={16} />}
        onClick={() => {
          const next = withStudio(studios);
          add(next, next.at(-1));
        }}
        className="justify-self-start"
      >
        {say('studios.add')}
      </Button>
    </>
  );
}

interface LineProps {
  form: FormOf<StudiosFormValues>;
  item: Hub;
  label: string;
  isStudio: boolean;
  people: number;
}

function Line({ form, item: { id, name, isRetired }, label, isStudio, people }: LineProps) {
  const { studios } = form.typed;
  const retire = () => form.edit({ studios: withStudioOrHubChange(studios, id, { isRetired: !isRetired }) });
  const remove = () => {
    form.clearAll();
    form.edit({ studios: withoutStudioOrHub(studios, id) });
  };
  const [text, Icon, act] =
    people === 0 && !isRetired
      ? (['common.remove', Trash2, remove] as const)
      : isRetired
        ? (['studios.bringBack', ArchiveRestore, retire] as const)
        : (['studios.retire', Archive, retire] as const);
  return (
    <div>
      <div className="flex items-start gap-2">
        <PlainInput
          data-line={id}
          label={label}
          error={form.errors[id]}
          aria-describedby={isRetired ? `${id}-state` : undefined}
          maxLength={NAME_MAX}
          value={name}
          placeholder={isStudio ? say('studios.nameOfStudio') : say('studios.nameOfHub')}
          onChange={(next) => {
            form.clear(id);
            form.edit({ studios: withStudioOrHubChange(studios, id, { name: next }) });
          }}
          className={classes(isStudio && 'font-semibold', isRetired && 'text-muted')}
        />
        <Button
          look="quiet"
          size="small"
          icon={<Icon size={18} />}
          onClick={act}
          className="shrink-0 sm:w-32 sm:justify-start"
        >
          <span className="max-sm:sr-only">{say(text)}</span>
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
      {isRetired && (
        <p id={`${id}-state`} className="mt-1 text-sm text-muted">
          {people > 0 ? say('studios.retiredKept', { count: people }) : say('studios.retired')}
        </p>
      )}
    </div>
  );
}

/** An empty line is dropped, so a missing name is an error only for a studio with hubs. */
export const missingNames = ({ studios }: StudiosFormValues): Record<string, string> =>
  Object.fromEntries(
    withoutUnnamed(studios)
      .filter(({ name }) => name.trim() === '')
      .map(({ id }) => [id, say('studios.nameRequired')]),
  );

/** The server names fields by path: 'studios.1.name', 'studios.0.hubs.2.name'. */
function errorsById(
  studios: readonly Studio[],
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [path, message] of Object.entries(fields)) {
    const [, index, , hub] = path.split('.');
    const studio = studios[Number(index)];
    const id = hub === undefined ? studio?.id : studio?.hubs[Number(hub)]?.id;
    if (id !== undefined) errors[id] = message;
  }
  return errors;
}
