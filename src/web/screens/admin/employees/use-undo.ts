/** Takes an edit of an employee back, as long as nobody has changed them since. */
import type { User } from '#contract/records';
import { call } from '#web/api.ts';
import type { Undo } from '#web/ui/toast.tsx';
import { detailsOf, valuesOf } from './employee-form.ts';
import { useApplyEmployee, useReloadEmployees } from './use-employees.ts';

/** @returns what makes an employee who was just saved what they were before; their role never changes */
export function useUndo(): (before: User, saved: User) => Undo {
  const applyEmployee = useApplyEmployee();
  const reload = useReloadEmployees();
  return (before, { id, version, role }) =>
    async () => {
      const { name, isActive } = before;
      const details = detailsOf(valuesOf(before));
      const answer = await call('updateEmployee', { id, version, role, ...details, isActive });
      if (answer.ok) {
        applyEmployee(answer.value.user);
        return { isUndone: true, message: `${name} is back as before.` };
      }
      const { failure } = answer;
      if (failure.kind === 'refused' && failure.code === 'employee_changed') {
        reload();
        return { isUndone: false, message: `Not undone: ${name} has changed since.` };
      }
      return { isUndone: false, message: `Not undone. ${failure.message}` };
    };
}
