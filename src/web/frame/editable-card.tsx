import { say } from '#texts/say';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Answer } from '#web/api.ts';
import { createDraft, withChanges, type Draft } from '#web/forms/draft.ts';
import { EditConflict } from '#web/forms/edit-conflict.tsx';
import { changesText, keptDrafts, sharedRecord } from '#web/forms/shared-record.ts';
import { useForm, type FormOf, type FormOptions } from '#web/forms/use-form.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx';

const WORDS = {
  holidays: {
    edit: 'holidays.edit',
    save: 'holidays.save',
    notLoaded: 'holidays.notLoaded',
    notSaved: 'holidays.notSaved',
  },
  leave: {
    edit: 'leaveSettings.edit',
    save: 'leaveSettings.save',
    notLoaded: 'leaveSettings.notLoaded',
    notSaved: 'leaveSettings.notSaved',
  },
  studios: {
    edit: 'studios.edit',
    save: 'studios.save',
    notLoaded: 'studios.notLoaded',
    notSaved: 'studios.notSaved',
  },
} as const;

interface Versioned {
  readonly version: number;
}

/** For the set-up, which goes on after a save. */
export interface SavedOption {
  onSaved?: (() => void) | undefined;
}

interface EditFormOptions<View extends Versioned, Form extends object> extends Pick<
  FormOptions<Form, View>,
  'validate' | 'failureOf'
> {
  title: string;
  /** Name under which the draft survives a visit to another section. */
  keptAs: string;
  queryKey: readonly string[];
  recordOf: (view: View) => Form;
  /** Saves the form. The server responds with the new view. */
  save: (typed: Form, version: number) => Promise<Answer<View>>;
  what: keyof typeof WORDS;
  labels: Readonly<Record<keyof Form & string, string>>;
  hasEdits?: (draft: Draft<Form>) => boolean;
  renderFields: (form: FormOf<Form>, view: View) => ReactNode;
}

interface EditableCardProps<View extends Versioned, Form extends object>
  extends EditFormOptions<View, Form>, SavedOption {
  query: UseQueryResult<View>;
  /** Returns undefined if the list is empty; then `renderEmpty` is shown. */
  renderList: (view: View) => ReactNode | undefined;
  renderEmpty?: (edit: (typed?: Form) => void) => ReactNode;
  /** Shown above the list, but not above the form. */
  above?: ReactNode;
}

/** Shows a list of the settings, or the form that edits it. */
export function EditableCard<View extends Versioned, Form extends object>({
  query,
  renderList,
  renderEmpty,
  above,
  onSaved,
  ...editing
}: EditableCardProps<View, Form>) {
  const { title, what, keptAs, recordOf } = editing;
  const kept = keptDrafts(useQueryClient());
  const [isOpen, setOpen] = useState(() => kept.has(keptAs));
  const { data: view } = query;
  const edit = (typed: Partial<Form> = {}) => {
    if (!view) return;
    kept.set(keptAs, withChanges(createDraft(recordOf(view), view.version), typed));
    setOpen(true);
  };
  const listed = view && !isOpen ? renderList(view) : undefined;
  return (
    <TitledCard
      title={title}
      aside={
        listed !== undefined && (
          <Button size="small" icon={<Pencil size={16} />} onClick={() => edit()}>
            {say(WORDS[what].edit)}
          </Button>
        )
      }
      className="grid gap-4"
    >
      <LoadState title={say(WORDS[what].notLoaded)} query={query} shape="h-32" />
      {!isOpen && above}
      {listed}
      {view && !isOpen && listed === undefined && renderEmpty?.(edit)}
      {view && isOpen && (
        <EditForm
          {...editing}
          view={view}
          onClose={() => {
            kept.delete(keptAs);
            setOpen(false);
          }}
          onSaved={onSaved}
        />
      )}
    </TitledCard>
  );
}

interface EditFormProps<View extends Versioned, Form extends object>
  extends EditFormOptions<View, Form>, SavedOption {
  view: View;
  onClose: () => void;
}

function EditForm<View extends Versioned, Form extends object>({
  keptAs,
  what,
  labels,
  hasEdits,
  renderFields,
  queryKey,
  view,
  recordOf,
  save,
  onClose,
  onSaved,
  ...checks
}: EditFormProps<View, Form>) {
  const client = useQueryClient();
  const shared = sharedRecord<Form, View>({
    record: recordOf(view),
    version: view.version,
    recordOf: (now) => ({ record: recordOf(now), version: now.version }),
    cached: { client, queryKey },
    keptAs,
  });
  const form = useForm({
    ...checks,
    shared,
    send: save,
    onDone: () => {
      onClose();
      onSaved?.();
    },
  });
  const { ref, draft, conflicts, isSubmitting } = form;
  const hasChanges = hasEdits ? hasEdits(draft) : form.isEdited;
  const { leave, question } = useDiscardQuestion(hasChanges);
  const [errorOfPart] = Object.keys(labels).flatMap((field) => form.errors[field] ?? []);
  return (
    <form ref={ref} noValidate onSubmit={form.submit} className="grid gap-4">
      {renderFields(form, view)}
      <EditConflict what={what} form={form} labels={labels} />
      <Problem title={say(WORDS[what].notSaved)} text={form.problem ?? errorOfPart ?? null} />
      {hasChanges && <p className="text-sm text-muted">{changesText(draft, labels)}</p>}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => leave(onClose)} className="max-sm:grow">
          {say('common.cancel')}
        </Button>
        <Button
          type="submit"
          look="primary"
          isBusy={isSubmitting}
          isBlocked={conflicts.length > 0}
          className="max-sm:grow"
        >
          {isSubmitting ? say('common.saving') : say(WORDS[what].save)}
        </Button>
      </div>
      {question}
    </form>
  );
}
