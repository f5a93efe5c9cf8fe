import { amountText, type Allowance } from '#domain/leave/allowance-rule';
import { ALLOWANCE_UNITS } from '#domain/leave/kinds';
import { formatMonth } from '#domain/time/format';
import { SelectField, TextField } from '#web/ui/field.tsx';

export interface TypedAllowance extends Omit<Allowance, 'amount'> {
  readonly amount: string;
}

/** By the number of months of the next year. */
const CARRIED = [
  'Expires with the year',
  ...Array.from({ length: 12 }, (_, month) => {
    const [name] = formatMonth(`2027-${String(month + 1).padStart(2, '0')}-01`).split(' ');
    return `Stays until the end of ${name}`;
  }),
];

/** '30 days a year. The rest stays until the end of March.' */
export function allowanceText({ unit, amount, carriedMonths }: Allowance): string {
  if (amount === 0) return 'No allowance is kept.';
  const rest = CARRIED[carriedMonths]?.replace(/^./u, (letter) => letter.toLowerCase());
  return `${amountText(amount, unit)} a year. The rest ${rest}.`;
}

interface AllowanceFieldsProps {
  allowance: TypedAllowance;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (changes: Partial<TypedAllowance>) => void;
}

export const AllowanceFields = ({ allowance, errors, onChange }: AllowanceFieldsProps) => (
  <fieldset className="grid min-w-0 gap-3">
    <legend className="sr-only">Allowance</legend>
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-3">
      <TextField
        label="Allowance of a year"
        inputMode="decimal"
        hint="For five days a week. Enter 0 to keep no allowance."
        value={allowance.amount}
        error={errors['allowance.amount']}
        onChange={(amount) => onChange({ amount })}
      />
      <SelectField
        label="Unit"
        className="capitalize"
        options={ALLOWANCE_UNITS}
        value={allowance.unit}
        error={errors['unit']}
        onChange={(unit) => onChange({ unit })}
      />
    </div>
    <SelectField
      label="What is left of a year"
      options={CARRIED}
      value={CARRIED[allowance.carriedMonths]}
      onChange={(text) => onChange({ carriedMonths: CARRIED.indexOf(text) })}
    />
  </fieldset>
);
