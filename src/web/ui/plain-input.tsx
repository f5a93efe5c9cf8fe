import { useId, type ComponentProps } from 'react';
import { classes } from './classes.ts';
import { CONTROL_CLASS } from './field.tsx';

interface PlainInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** An input without a visible label: its place in a list says what it is. Only screen readers get the label. */
export function PlainInput({ label, error, onChange, className, ...rest }: PlainInputProps) {
  const id = useId();
  const describedBy = classes(error !== undefined && id, rest['aria-describedby']);
  return (
    <span className="block min-w-0 grow">
      <input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy || undefined}
        onChange={(event) => onChange(event.target.value)}
        className={classes(CONTROL_CLASS, 'h-11 min-w-0', className)}
      />
      {error !== undefined && (
        <span id={id} className="mt-1 block text-sm text-danger">
          {error}
        </span>
      )}
    </span>
  );
}
