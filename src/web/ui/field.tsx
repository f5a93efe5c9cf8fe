import { say } from '#texts/say';
import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { classes } from './classes.ts';

export interface FieldFrameProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
}

export const toAriaProps = (id: string, error: string | undefined, hint: ReactNode) => ({
  id,
  'aria-invalid': error === undefined ? undefined : true,
  'aria-describedby':
    classes(error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`) || undefined,
});

export function FieldFrame({
  label,
  error,
  hint,
  aside,
  children,
}: FieldFrameProps & { aside?: ReactNode; children: (tied: ReturnType<typeof toAriaProps>) => ReactNode }) {
  const id = useId();
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children(toAriaProps(id, error, hint))}
      <FieldError id={id} error={error} />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export const FieldError = ({ id, error }: { id: string; error: string | undefined }) =>
  error !== undefined && (
    <p id={`${id}-error`} className="mt-1 flex items-start gap-1 text-sm text-danger">
      <CircleAlert size={16} className="mt-0.5 shrink-0" />
      {error}
    </p>
  );

/** Do not use `block`: WebKit would centre dates and times. */
export const CONTROL_CLASS =
  'align-top w-full rounded-md border border-control bg-surface px-3 text-base text-ink disabled:border-line disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken placeholder:text-muted aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger';

type InputProps = FieldFrameProps &
  Omit<ComponentProps<'input'>, 'id' | 'onChange'> & { onChange?: (text: string) => void };

export const TextField = ({ label, error, hint, onChange, className, ...rest }: InputProps) => (
  <FieldFrame label={label} error={error} hint={hint}>
    {(tied) => (
      <input
        {...rest}
        {...tied}
        onChange={(event) => onChange?.(event.target.value)}
        className={classes(CONTROL_CLASS, 'h-11', className)}
      />
    )}
  </FieldFrame>
);

interface DayRangeFieldsProps<Name extends string> {
  names: readonly [first: Name, last: Name];
  values: Readonly<Record<Name, string>>;
  errors: Readonly<Partial<Record<Name, string>>>;
  onChange: (change: { [Field in Name]?: string }) => void;
}

export const DayRangeFields = <Name extends string>(props: DayRangeFieldsProps<Name>) =>
  props.names.map((name, at) => (
    <TextField
      key={name}
      name={name}
      label={at === 0 ? say('range.first') : say('range.last')}
      type="date"
      value={props.values[name]}
      error={props.errors[name]}
      onChange={(day) => props.onChange({ [name]: day } as { [Field in Name]?: string })}
    />
  ));

export const EMAIL_PROPS = {
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'off',
  spellCheck: false,
} as const;

export function PasswordField({ label, error, hint, onChange, ...rest }: Omit<InputProps, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(tied) => (
        <div className="relative">
          <input
            {...rest}
            {...tied}
            type={shown ? 'text' : 'password'}
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => onChange?.(event.target.value)}
            className={classes(CONTROL_CLASS, 'h-11 pe-12')}
          />
          <button
            type="button"
            onClick={() => setShown(!shown)}
            aria-label={shown ? say('password.hide') : say('password.show')}
            className="absolute inset-y-0 inset-e-0 grid w-11 place-items-center rounded-md text-muted hover:text-ink"
          >
            <Icon size={20} />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

/** A list of values, or a record with the label of each value. */
export type Options<Value extends string> = readonly Value[] | Readonly<Record<Value, string>>;

export const optionValues = <Value extends string>(options: Options<Value>): readonly Value[] =>
  Array.isArray(options) ? (options as readonly Value[]) : (Object.keys(options) as Value[]);

export const OptionList = ({ options }: { options: Options<string> }) =>
  Object.entries(options).map(([value, label]) => (
    <option key={value} value={Array.isArray(options) ? label : value}>
      {label}
    </option>
  ));

type SelectProps<Value extends string> = FieldFrameProps &
  Omit<ComponentProps<'select'>, 'id' | 'onChange' | 'children' | 'value'> & {
    value: NoInfer<Value> | '' | undefined;
    onChange: (value: Value) => void;
    placeholder?: string;
    options: Options<Value>;
  };

export const SelectField = <Value extends string>({
  label,
  error,
  hint,
  onChange,
  placeholder,
  options,
  className,
  ...rest
}: SelectProps<Value>) => (
  <FieldFrame label={label} error={error} hint={hint}>
    {(tied) => (
      <div className="relative">
        <select
          {...rest}
          {...tied}
          onChange={(event) => onChange(event.target.value as Value)}
          className={classes(CONTROL_CLASS, 'h-11 appearance-none truncate pe-10', className)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          <OptionList options={options} />
        </select>
        <ChevronDown size={20} className="pointer-events-none absolute top-3 inset-e-3 text-muted" />
      </div>
    )}
  </FieldFrame>
);

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
