import { useId, type ReactNode } from 'react';
import { FieldError, toAriaProps } from './field.tsx';

interface CheckFieldProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
}

export function CheckField({ label, checked, onChange, hint, error, disabled = false }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="flex gap-3">
      <input
        type="checkbox"
        {...toAriaProps(id, error, hint)}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="relative z-1 mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label
          htmlFor={id}
          className="relative -my-2.5 block py-2.5 text-sm/6 font-semibold before:absolute before:inset-y-0 before:-inset-s-8 before:w-8"
        >
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
        <FieldError id={id} error={error} />
      </div>
    </div>
  );
}
