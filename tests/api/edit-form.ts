import type { User } from '#contract/records';
import type { InputOf } from '#contract/routes';

/** The edit form as it was opened, with some fields changed. */
export const formOf = (
  { id, version, name, email, employeeId, department, hub, position, role, isActive }: User,
  changes: Partial<InputOf<'updateEmployee'>> = {},
): InputOf<'updateEmployee'> => ({
  id,
  version,
  name,
  email,
  employeeId,
  department,
  hub,
  position,
  role,
  isActive,
  ...changes,
});
