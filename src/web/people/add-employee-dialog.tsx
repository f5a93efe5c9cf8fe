/** 'Add Employee' [D3.7]. */
import { say } from '#texts/say';
import { useState } from 'react';
import type { User } from '#contract/records';
import type { OutputOf } from '#contract/routes';
import { DEFAULT_DEPARTMENT, DEFAULT_POSITION, defaultEmployeeId } from '#domain/people/employee';
import { call } from '#web/api.ts';
import { useTitle } from '#web/session/workplace.ts';
import { now } from '#web/time/clock.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { EmployeeFields } from './employee-fields.tsx';
import { detailsOf, validateNewEmployee, type TypedEmployee } from './employee-form.ts';
import { TemporaryPassword, DISCARD_PASSWORD_WORDS } from './temporary-password.tsx';
import { useApplyEmployee } from './use-employees.ts';

const blank = (people: readonly User[]): TypedEmployee => ({
  name: '',
  email: '',
  employeeId: freeId(people),
  payrollNumber: '',
  employedSince: '',
  department: DEFAULT_DEPARTMENT,
  hub: '',
  position: DEFAULT_POSITION,
  isActive: true,
});

/** Returns 'EMP' and the timestamp (spec §3). While an ID is taken, tries the next millisecond. */
function freeId(people: readonly User[]): string {
  const taken = new Set(people.map(({ employeeId }) => employeeId));
  let stamp = now();
  while (taken.has(defaultEmployeeId(stamp))) stamp += 1;
  return defaultEmployeeId(stamp);
}

type AddEmployeeProps = { people: readonly User[]; onClose: () => void };

export default function AddEmployeeDialog({ people, onClose }: AddEmployeeProps) {
  const [added, setAdded] = useState<OutputOf<'addEmployee'> | null>(null);
  const applyEmployee = useApplyEmployee();
  useTitle(say('employee.add'), 1);
  const [record] = useState(() => blank(people));
  const form = useForm({
    record,
    validate: validateNewEmployee,
    send: (typed) => call('addEmployee', { ...detailsOf(typed), role: 'employee' }),
    onDone: (answer) => {
      applyEmployee(answer.user);
      setAdded(answer);
    },
  });
  return (
    <Dialog
      title={added ? say('employee.added') : say('employee.add')}
      hasEdits={added !== null || form.isEdited}
      discardWords={added ? DISCARD_PASSWORD_WORDS : undefined}
      onClose={onClose}
    >
      {added ? (
        <TemporaryPassword
          title={say('employee.wasAdded', { name: added.user.name })}
          given={added}
          onClose={onClose}
        />
      ) : (
        <DialogForm form={form} submit={say('employee.add')} submitting={say('employee.adding')}>
          <EmployeeFields form={form} />
          <p className="text-sm text-muted">{say('employee.addHint')}</p>
        </DialogForm>
      )}
    </Dialog>
  );
}
