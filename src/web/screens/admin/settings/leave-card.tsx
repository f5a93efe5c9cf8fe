import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { FormEvent } from 'react';
import type { LeaveKindsView } from '#contract/leave';
import { LEAVE_COLORS, type LeaveColor, type LeaveKind } from '#domain/leave/kinds';
import { call } from '#web/api.ts';
import { newRequestId } from '#web/browser/request-id.ts';
import { isSameValue } from '#web/forms/draft.ts';
import { submitFailure } from '#web/forms/submit-failure.ts';
import { useDraftForm } from '#web/forms/use-draft-form.ts';
import { LeaveDot } from '#web/leave/leave-list.tsx';
import { isStale, LEAVE_KINDS_KEY, useLeaveKinds } from '#web/screens/admin/use-settings.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx';
import { EditableCard, EditFooter, type EditProps } from './editable-card.tsx';

interface KindList {
  readonly kinds: readonly LeaveKind[];
}

const recordOf = ({ kinds }: LeaveKindsView): KindList => ({ kinds });

export const LeaveCard = () => (
  <EditableCard
    title="Leave"
    what="kinds of leave"
    query={useLeaveKinds()}
    recordOf={recordOf}
    renderList={({ kinds }) => <List kinds={kinds} />}
    renderEmpty={() => null}
    renderForm={(props) => <LeaveForm {...props} />}
  />
);

const List = ({ kinds }: KindList) => (
  <ul className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-3">
    {kinds.map((kind) => (
      <li key={kind.id} className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          <LeaveDot color={kind.color} />
          {kind.name}
          {kind.isRetired && <Badge>Retired</Badge>}
        </p>
        <p className="text-muted">{factsOf(kind)}</p>
      </li>
    ))}
  </ul>
);

const factsOf = ({ isDeclared, isCredited, usesAllowance }: LeaveKind): string =>
  [
    isDeclared ? 'Counts without approval' : 'Needs approval',
    isCredited ? 'counts as time' : 'not paid as time',
    ...(usesAllowance ? ['uses the allowance'] : []),
  ].join(', ');

const LABELS = { kinds: 'Kinds of leave' };

const newKind = (): LeaveKind => ({
  id: newRequestId(),
  name: '',
  color: 'blue',
  isDeclared: false,
  isCredited: true,
  usesAllowance: false,
  isRetired: false,
});

const missingNames = ({ kinds }: KindList): Record<string, string> =>
  Object.fromEntries(
    kinds.filter(({ name }) => name.trim() === '').map(({ id }) => [id, 'Name is required']),
  );

function LeaveForm({ view, initialDraft, onEdit, onClose }: EditProps<LeaveKindsView, KindList>) {
  const client = useQueryClient();
  const form = useDraftForm<KindList, string>({
    record: recordOf(view),
    version: view.version,
    initialDraft,
    validate: missingNames,
    send: async ({ kinds }, version) => {
      const answer = await call('saveLeaveKinds', { version, kinds });
      if (!answer.ok) return isStale(answer.failure) ? 'stale' : submitFailure(answer.failure);
      client.setQueryData<LeaveKindsView>(LEAVE_KINDS_KEY, answer.value);
      onClose();
      return undefined;
    },
    // Saving other settings changes the version, too.
    reload: async () => {
      await client.refetchQueries({ queryKey: LEAVE_KINDS_KEY });
      const now = client.getQueryData<LeaveKindsView>(LEAVE_KINDS_KEY);
      return now ? { record: recordOf(now), version: now.version } : null;
    },
  });
  const { kinds } = form.draft.typed;
  const saved = new Set(form.draft.base.kinds.map(({ id }) => id));
  const { leave, question } = useDiscardQuestion(!isSameValue(kinds, form.draft.base.kinds));
  const change = (id: string, changes: Partial<LeaveKind>) => {
    form.clear(id);
    form.edit({ kinds: kinds.map((kind) => (kind.id === id ? { ...kind, ...changes } : kind)) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <form ref={form.ref} noValidate onSubmit={submit} className="grid gap-4">
      <p className="-mt-2 text-sm text-muted">
        What a saved kind counts stays, so that past leave does not change. Retire it, and add another.
      </p>
      {kinds.map((kind, at) => (
        <KindFields
          key={kind.id}
          kind={kind}
          isSaved={saved.has(kind.id)}
          error={form.errors[kind.id] ?? form.errors[`kinds.${at}.name`]}
          onChange={(changes) => change(kind.id, changes)}
          onRemove={() => form.edit({ kinds: kinds.filter(({ id }) => id !== kind.id) })}
        />
      ))}
      <Button
        size="small"
        className="justify-self-start"
        icon={<Plus size={16} />}
        onClick={() => form.edit({ kinds: [...kinds, newKind()] })}
      >
        Add a kind
      </Button>
      <EditFooter
        what="kinds of leave"
        form={form}
        labels={LABELS}
        problem={form.problem ?? form.errors['kinds'] ?? null}
        onEdit={onEdit}
        onCancel={() => leave(onClose)}
      />
      {question}
    </form>
  );
}

interface KindFieldsProps {
  kind: LeaveKind;
  isSaved: boolean;
  error: string | undefined;
  onChange: (changes: Partial<LeaveKind>) => void;
  onRemove: () => void;
}

const CHECKS = [
  { name: 'isDeclared', label: 'Counts without approval' },
  { name: 'isCredited', label: 'Counts as time' },
  { name: 'usesAllowance', label: 'Uses the allowance' },
] as const;

function KindFields({ kind, isSaved, error, onChange, onRemove }: KindFieldsProps) {
  const name = kind.name || 'New kind';
  return (
    <fieldset className="grid min-w-0 gap-3 border-t border-line pt-4">
      <legend className="sr-only">{name}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-3">
        <TextField
          label="Name"
          maxLength={40}
          value={kind.name}
          error={error}
          onChange={(text) => onChange({ name: text })}
        />
        <SelectField
          label="Colour"
          className="capitalize"
          options={LEAVE_COLORS}
          value={kind.color}
          onChange={(color) => onChange({ color: color as LeaveColor })}
        />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {CHECKS.map((check) => (
          <CheckField
            key={check.name}
            label={check.label}
            checked={kind[check.name]}
            disabled={isSaved}
            onChange={(checked) => onChange({ [check.name]: checked })}
          />
        ))}
        {isSaved ? (
          <CheckField
            label="Retired"
            checked={kind.isRetired}
            onChange={(isRetired) => onChange({ isRetired })}
          />
        ) : (
          <Button size="small" look="quiet" onClick={onRemove}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
    </fieldset>
  );
}
