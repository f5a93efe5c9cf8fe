/** 'Add Employee' [D3.7]: the form, and then the temporary password to hand on. */
import { useRef, useState } from 'react';
import type { User } from '#contract/records';
import type { OutputOf } from '#contract/routes';
import { DEFAULT_DEPARTMENT, DEFAULT_POSITION, defaultEmployeeId } from '#domain/employee';
import { call } from '#web/api.ts';
import { now } from '#web/time/clock.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { useSending } from '#web/forms/use-submission.ts';
import type { Value } from '#web/forms/draft.ts';
import { useDraft, type DraftState } from '#web/forms/use-draft.ts';
import { EmployeeFields } from './employee-fields.tsx';
import { detailsOf, headline, newEmployeeErrors, type EmployeeField, type Typed } from './employee-form.ts';
import { Newcomer } from './newcomer.tsx';
import { useApplyEmployee } from './use-employees.ts';

const blank = (people: readonly User[]): Typed => ({
  name: '',
  email: '',
  employeeId: freeId(people),
  department: DEFAULT_DEPARTMENT,
  hub: '',
  position: DEFAULT_POSITION,
  isActive: true,
});

/** 'EMP' and the timestamp (spec §3), a millisecond later where somebody has that one. */
function freeId(people: readonly User[]): string {
  const taken = new Set(people.map(({ employeeId }) => employeeId));
  let stamp = now();
  while (taken.has(defaultEmployeeId(stamp))) stamp += 1;
  return defaultEmployeeId(stamp);
}

type Added = OutputOf<'addEmployee'>;

export default function AddEmployeeDialog({
  people,
  onClose,
}: {
  people: readonly User[];
  onClose: () => void;
}) {
  const [initial] = useState(() => blank(people));
  const drafting = useDraft<EmployeeField>(initial, 1);
  const [added, setAdded] = useState<Added | null>(null);
  return (
    <Dialog
      title={added ? 'Employee added' : 'Add Employee'}
      hasEdits={!added && drafting.isEdited}
      onClose={onClose}
    >
      {added ? (
        <Newcomer added={added} onClose={onClose} />
      ) : (
        <Form drafting={drafting} onClose={onClose} onAdded={setAdded} />
      )}
    </Dialog>
  );
}

function Form({
  drafting,
  onClose,
  onAdded,
}: {
  drafting: DraftState<EmployeeField>;
  onClose: () => void;
  onAdded: (added: Added) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const sending = useSending<EmployeeField | 'role'>(form);
  const applyEmployee = useApplyEmployee();
  const { typed } = drafting.draft;
  const submit = async () => {
    const found = newEmployeeErrors(typed);
    if (Object.keys(found).length > 0) return sending.refuse(found, null);
    sending.begin();
    const answer = await call('addEmployee', { ...detailsOf(typed), role: 'employee' });
    if (!answer.ok)
      return sending.refuse(
        answer.failure.kind === 'refused' ? answer.failure.fields : {},
        headline(answer.failure),
      );
    applyEmployee(answer.value.user);
    return onAdded(answer.value);
  };
  const type = (field: EmployeeField, value: Value) => {
    drafting.type(field, value);
    sending.clear(field);
  };
  return (
    <DialogForm
      form={form}
      problem={sending.problem}
      submit="Add Employee"
      submitting="Adding..."
      isSubmitting={sending.isSending}
      onSubmit={() => void submit()}
      onCancel={onClose}
    >
      <EmployeeFields typed={typed} errors={sending.errors} onType={type} />
      <p className="text-sm text-muted">
        A temporary password is shown when the employee has been added. It must be changed at the first
        sign-in.
      </p>
    </DialogForm>
  );
}
