/** 'Add Employee' (decisions §3): the form, and then the temporary password to hand on. */
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '#contract/records';
import type { OutputOf } from '#contract/routes';
import { DEFAULT_DEPARTMENT, DEFAULT_POSITION, defaultEmployeeId } from '#domain/employee';
import { call } from '../../../api.ts';
import { now } from '../../../clock.ts';
import { focusFirstFault, without } from '../../../form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CancelButton, Dialog, DialogActions, DialogBody } from '../../../ui/dialog.tsx';
import type { Value } from '../draft.ts';
import { useDraft, type Drafting } from '../use-draft.ts';
import { EmployeeFields } from './employee-fields.tsx';
import { detailsOf, headline, newcomerFaults, type EmployeeFaults, type EmployeeField, type Typed } from './employee-form.ts';
import { Newcomer } from './newcomer.tsx';
import { useTakeEmployee } from './use-employees.ts';

const blank = (people: readonly User[]): Typed =>
  ({ name: '', email: '', employeeId: freeId(people), department: DEFAULT_DEPARTMENT, hub: '', position: DEFAULT_POSITION, isActive: true });

/** 'EMP' and the timestamp (spec §3), a millisecond later where somebody has that one. */
function freeId(people: readonly User[]): string {
  const taken = new Set(people.map(({ employeeId }) => employeeId));
  let stamp = now();
  while (taken.has(defaultEmployeeId(stamp))) stamp += 1;
  return defaultEmployeeId(stamp);
}

type Added = OutputOf<'addEmployee'>;

export default function AddEmployeeDialog({ people, onClose }: { people: readonly User[]; onClose: () => void }) {
  const [initial] = useState(() => blank(people));
  const drafting = useDraft<EmployeeField>(initial, 1);
  const [added, setAdded] = useState<Added | null>(null);
  return (
    <Dialog title={added ? 'Employee added' : 'Add Employee'} hasEdits={!added && drafting.isEdited} onClose={onClose}>
      {added ? <Newcomer added={added} onClose={onClose} /> : <Form drafting={drafting} onClose={onClose} onAdded={setAdded} />}
    </Dialog>
  );
}

function Form({ drafting, onClose, onAdded }: { drafting: Drafting<EmployeeField>; onClose: () => void; onAdded: (added: Added) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<EmployeeFaults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const take = useTakeEmployee();
  const { typed } = drafting.draft;
  const refuse = (found: EmployeeFaults, message: string | null) => {
    flushSync(() => {
      setFaults(found);
      setProblem(message);
      setSaving(false);
    });
    focusFirstFault(form.current);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = newcomerFaults(typed);
    if (Object.keys(found).length > 0) return refuse(found, null);
    setSaving(true);
    const answer = await call('addEmployee', { ...detailsOf(typed), role: 'employee' });
    if (!answer.ok) return refuse(answer.failure.kind === 'refused' ? answer.failure.fields : {}, headline(answer.failure));
    take(answer.value.user);
    return onAdded(answer.value);
  };
  const type = (field: EmployeeField, value: Value) => {
    drafting.type(field, value);
    setFaults((known) => without(known, field));
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex min-h-0 grow flex-col">
      <DialogBody>
        <div role="alert" className="empty:hidden">{problem !== null && <Banner tone="danger" title={problem} />}</div>
        <EmployeeFields typed={typed} faults={faults} onType={type} />
        <p className="text-sm text-muted">A temporary password is shown when the employee has been added. It must be changed at the first sign-in.</p>
      </DialogBody>
      <DialogActions>
        <CancelButton onCancel={onClose} />
        <Button type="submit" look="primary" working={isSaving} resting={isSaving}>{isSaving ? 'Adding...' : 'Add Employee'}</Button>
      </DialogActions>
    </form>
  );
}
