/** A new password, typed twice. */
import { passwordMinimum } from './auth.ts';
import type { FieldErrors } from '#web/forms/field-errors.ts';
import { PasswordField } from '#web/ui/field.tsx';

type Field = 'password' | 'confirmPassword';

interface NewPasswordFieldsProps {
  /** Whose password it is: password managers keep it under this address. */
  email: string;
  typed: Readonly<Record<Field, string>>;
  errors: FieldErrors<Field>;
  edit: (field: Field) => (text: string) => void;
  label?: string;
}

export const NewPasswordFields = ({
  email,
  typed,
  errors,
  edit,
  label = 'New Password',
}: NewPasswordFieldsProps) => (
  <>
    <input type="hidden" autoComplete="username" value={email} readOnly />
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      value={typed.password}
      error={errors.password}
      hint={`At least ${passwordMinimum()} characters.`}
      onChange={edit('password')}
    />
    <PasswordField
      label="Confirm Password"
      name="confirmPassword"
      autoComplete="new-password"
      value={typed.confirmPassword}
      error={errors.confirmPassword}
      onChange={edit('confirmPassword')}
    />
  </>
);
