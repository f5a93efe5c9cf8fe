import { say } from '#texts/say';
import type { FieldOf } from '#web/forms/use-form.ts';
import { PasswordField } from '#web/ui/field.tsx';
import { passwordMinimum } from './auth.ts';

interface NewPasswordFieldsProps {
  /** Password managers store the password under this email address. */
  email: string;
  field: FieldOf<'password' | 'confirmPassword'>;
  label?: string;
}

export const NewPasswordFields = ({
  email,
  field,
  label = say('newPassword.label'),
}: NewPasswordFieldsProps) => (
  <>
    <input type="hidden" autoComplete="username" value={email} readOnly />
    <PasswordField
      {...field('password')}
      label={label}
      autoComplete="new-password"
      hint={say('newPassword.minimum', { count: passwordMinimum() })}
    />
    <PasswordField
      {...field('confirmPassword')}
      label={say('newPassword.repeat')}
      autoComplete="new-password"
    />
  </>
);
