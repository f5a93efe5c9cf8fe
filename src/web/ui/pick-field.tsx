import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { OptionList, type Options } from './field.tsx';

interface PickFieldProps<Option extends string> {
  label: string;
  options: Options<Option>;
  value: Option;
  onChange: (option: Option) => void;
}

/** A select with its label in the same line. */
export function PickField<Option extends string>({
  label,
  options,
  value,
  onChange,
}: PickFieldProps<Option>) {
  const id = useId();
  return (
    <div className="relative flex min-w-0 grow items-center rounded-md border border-control bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:grow-0">
      <label htmlFor={id} className="shrink-0 ps-3 text-sm text-muted max-sm:sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as Option)}
        className="h-10.5 min-w-0 grow appearance-none truncate bg-transparent pe-9 ps-3 sm:ps-2 text-base outline-none sm:text-sm"
      >
        <OptionList options={options} />
      </select>
      <ChevronDown size={16} className="pointer-events-none absolute inset-e-3 text-muted" />
    </div>
  );
}

export const namesById = (
  things: readonly { readonly id: string; readonly name: string }[],
): Record<string, string> => Object.fromEntries(things.map(({ id, name }) => [id, name]));
