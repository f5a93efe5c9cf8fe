import { useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Draft } from '#web/forms/draft.ts';
import { EditConflict } from '#web/forms/edit-conflict.tsx';
import type { DraftForm } from '#web/forms/use-draft-form.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx';
import { useViewForm, type Versioned, type ViewFormOptions } from './use-view-form.ts';

/** Unsaved edits by card. They survive a visit to another tab. */
const drafts = new WeakMap<QueryClient, Map<string, object>>();

export function draftsOf(client: QueryClient): Map<string, object> {
  const kept = drafts.get(client) ?? new Map<string, object>();
  drafts.set(client, kept);
  return kept;
}

interface EditFormOptions<View extends Versioned, Form extends object> extends Omit<
  ViewFormOptions<View, Form>,
  'view' | 'initialDraft' | 'onClose'
> {
  /** Completes the button's label: 'studios' in 'Edit studios'. */
  what: string;
  labels: Readonly<Record<keyof Form & string, string>>;
  hasEdits?: (draft: Draft<Form>) => boolean;
  renderFields: (form: DraftForm<Form, string>, view: View) => ReactNode;
}

interface EditableCardProps<View extends Versioned, Form extends object> extends EditFormOptions<View, Form> {
  title: string;
  query: UseQueryResult<View>;
  /** Returns undefined if the list is empty; then `renderEmpty` is shown. */
  renderList: (view: View) => ReactNode | undefined;
  renderEmpty?: (edit: (typed?: Form) => void) => ReactNode;
  /** Shown above the list, but not above the form. */
  above?: ReactNode;
}

/** Shows a list of the settings, or the form that edits it. */
export function EditableCard<View extends Versioned, Form extends object>({
  title,
  query,
  renderList,
  renderEmpty,
  above,
  ...editing
}: EditableCardProps<View, Form>) {
  const kept = draftsOf(useQueryClient());
  const [initialDraft, setInitialDraft] = useState(
    () => (kept.get(title) as Draft<Form> | undefined) ?? null,
  );
  const { what, recordOf } = editing;
  const { data: view } = query;
  const edit = (typed?: Form) => {
    if (!view) return;
    const base = recordOf(view);
    setInitialDraft({ version: view.version, base, typed: typed ?? base });
  };
  const isOpen = initialDraft !== null;
  const listed = view && !isOpen ? renderList(view) : undefined;
  return (
    <TitledCard
      title={title}
      aside={
        listed !== undefined && (
          <Button size="small" icon={<Pencil size={16} />} onClick={() => edit()}>
            Edit {what}
          </Button>
        )
      }
      className="grid gap-4"
    >
      <LoadState title={`The ${what} could not be loaded.`} query={query} shape="h-32" />
      {!isOpen && above}
      {listed}
      {view && !isOpen && listed === undefined && renderEmpty?.(edit)}
      {view && isOpen && (
        <EditForm
          {...editing}
          view={view}
          initialDraft={initialDraft}
          onEdit={(draft) => void kept.set(title, draft)}
          onClose={() => {
            kept.delete(title);
            setInitialDraft(null);
          }}
        />
      )}
    </TitledCard>
  );
}

interface EditFormProps<View extends Versioned, Form extends object>
  extends EditFormOptions<View, Form>, ViewFormOptions<View, Form> {
  onEdit: (draft: Draft<Form>) => void;
}

function EditForm<View extends Versioned, Form extends object>({
  what,
  labels,
  hasEdits,
  renderFields,
  onEdit,
  ...options
}: EditFormProps<View, Form>) {
  const { view, onClose } = options;
  const form = useViewForm(options);
  const { ref, draft, conflicts, isSubmitting } = form;
  const { leave, question } = useDiscardQuestion(hasEdits ? hasEdits(draft) : form.isEdited);
  const [errorOfPart] = Object.keys(labels).flatMap((field) => form.errors[field] ?? []);
  const latest = useRef(onEdit);
  useEffect(() => latest.current(draft), [draft]);
  return (
    <form ref={ref} noValidate onSubmit={form.save} className="grid gap-4">
      {renderFields(form, view)}
      <EditConflict what={`the ${what}`} form={form} labels={labels} />
      <Problem title={`The ${what} were not saved.`} text={form.problem ?? errorOfPart ?? null} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => leave(onClose)} className="max-sm:grow">
          Cancel
        </Button>
        <Button
          type="submit"
          look="primary"
          isBusy={isSubmitting}
          isBlocked={conflicts.length > 0}
          className="max-sm:grow"
        >
          {isSubmitting ? 'Saving...' : `Save ${what}`}
        </Button>
      </div>
      {question}
    </form>
  );
}
