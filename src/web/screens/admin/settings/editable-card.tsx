import { useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Draft } from '#web/forms/draft.ts';
import { EditConflict } from '#web/forms/edit-conflict.tsx';
import type { DraftForm } from '#web/forms/use-draft-form.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { Unloaded } from '#web/ui/load-failure.tsx';

/** By title. Unsaved edits survive a look at another tab. */
const drafts = new WeakMap<QueryClient, Map<string, object>>();

function draftsOf(client: QueryClient): Map<string, object> {
  const kept = drafts.get(client) ?? new Map<string, object>();
  drafts.set(client, kept);
  return kept;
}

export interface EditProps<View, Form extends object> {
  view: View;
  initialDraft: Draft<Form>;
  onEdit: (draft: Draft<Form>) => void;
  onClose: () => void;
}

interface EditableCardProps<View extends { readonly version: number }, Form extends object> {
  title: string;
  /** 'studios' in 'Edit studios'. */
  what: string;
  query: UseQueryResult<View>;
  recordOf: (view: View) => Form;
  /** Undefined while there is nothing to list. */
  renderList: (view: View) => ReactNode | undefined;
  renderEmpty: (edit: (typed?: Form) => void) => ReactNode;
  renderForm: (props: EditProps<View, Form>) => ReactNode;
  /** Stands above the list. The form hides it. */
  above?: ReactNode;
}

export function EditableCard<View extends { readonly version: number }, Form extends object>({
  title,
  what,
  query,
  recordOf,
  renderList,
  renderEmpty,
  renderForm,
  above,
}: EditableCardProps<View, Form>) {
  const kept = draftsOf(useQueryClient());
  const [initialDraft, setInitialDraft] = useState(
    () => (kept.get(title) as Draft<Form> | undefined) ?? null,
  );
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
      <Unloaded title={`The ${what} could not be loaded.`} query={query} shape="h-32" />
      {!isOpen && above}
      {listed}
      {view && !isOpen && listed === undefined && renderEmpty(edit)}
      {view &&
        isOpen &&
        renderForm({
          view,
          initialDraft,
          onEdit: (draft) => void kept.set(title, draft),
          onClose: () => {
            kept.delete(title);
            setInitialDraft(null);
          },
        })}
    </TitledCard>
  );
}

interface EditFooterProps<Form extends object, ErrorField extends string> {
  what: string;
  form: DraftForm<Form, ErrorField>;
  labels: Readonly<Record<keyof Form & string, string>>;
  problem?: string | null;
  onEdit: (draft: Draft<Form>) => void;
  onCancel: () => void;
}

export function EditFooter<Form extends object, ErrorField extends string>({
  what,
  form,
  labels,
  problem = form.problem,
  onEdit,
  onCancel,
}: EditFooterProps<Form, ErrorField>) {
  const { draft, conflicts, isSubmitting } = form;
  const latest = useRef(onEdit);
  useEffect(() => latest.current(draft), [draft]);
  return (
    <>
      <EditConflict what={`the ${what}`} form={form} labels={labels} />
      <Problem title={`The ${what} were not saved.`} text={problem} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={onCancel} className="max-sm:grow">
          Cancel
        </Button>
        <Button
          type="submit"
          look="primary"
          working={isSubmitting}
          resting={conflicts.length > 0}
          className="max-sm:grow"
        >
          {isSubmitting ? 'Saving...' : `Save ${what}`}
        </Button>
      </div>
    </>
  );
}
