import { Plus } from 'lucide-react';
import type { LeaveSettingsView } from '#contract/leave/leave';
import {
  isAmount,
  parseAmount,
  amountInputText,
  amountText,
  type Allowance,
} from '#domain/leave/allowance-rule';
import { LEAVE_COLORS, ALLOWANCE_UNITS, type LeaveKind } from '#domain/leave/kinds';
import { formatMonth } from '#domain/time/format';
import { call } from '#web/api.ts';
import { newRequestId } from '#web/browser/request-id.ts';
import type { FormOf } from '#web/forms/use-form.ts';
import { LeaveDot } from './leave-list.tsx';
import { useLeaveSettings } from '#web/live/use-settings.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { EditableCard, type SavedOption } from '#web/frame/editable-card.tsx';

interface LeaveSettings {
  readonly kinds: readonly LeaveKind[];
  readonly allowance: TypedAllowance;
}

const recordOf = ({ kinds, allowance }: LeaveSettingsView): LeaveSettings => ({
  kinds,
  allowance: { ...allowance, amount: amountInputText(allowance.amount, allowance.unit) },
});

export function LeaveCard({ onSaved }: SavedOption) {
  const query = useLeaveSettings();
  return (
    <EditableCard
      title="Leave"
      what="leave settings"
      keptAs="leave"
      onSaved={onSaved}
      query={query}
      recordOf={recordOf}
      above={query.data && <p className="text-sm">{allowanceText(query.data.allowance)}</p>}
      renderList={({ kinds }) => <List kinds={kinds} />}
      queryKey={['leaveSettings']}
      labels={{ kinds: 'Kinds of leave', allowance: 'Allowance' }}
      validate={errorsOf}
      save={({ kinds, allowance: { unit, carriedMonths, amount } }, version) => {
        const allowance = { unit, carriedMonths, amount: parseAmount(amount, unit) };
        return call('saveLeaveSettings', { version, kinds, allowance });
      }}
      renderFields={(form) => <LeaveFields form={form} />}
    />
  );
}

const List = ({ kinds }: Pick<LeaveSettings, 'kinds'>) => (
  <ul className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-3">
    {kinds.map((kind) => (
      <li key={kind.id} className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          <LeaveDot color={kind.color} />
          {kind.name}
          {kind.isRetired && <Badge>Retired</Badge>}
        </p>
        <p className="text-muted">{factsOf(kind)}</p>
      </li>
    ))}
  </ul>
);

const factsOf = ({ isDeclared, isCredited, usesAllowance }: LeaveKind): string =>
  [
    isDeclared ? 'Counts without approval' : 'Needs approval',
    isCredited ? 'counts towards hours' : 'does not count towards hours',
    ...(usesAllowance ? ['uses the allowance'] : []),
  ].join(', ');

const newKind = (): LeaveKind => ({
  id: newRequestId(),
  name: '',
  color: 'blue',
  isDeclared: false,
  isCredited: true,
  usesAllowance: false,
  isRetired: false,
});

const errorsOf = ({ kinds, allowance }: LeaveSettings): Record<string, string> => ({
  ...Object.fromEntries(
    kinds.filter(({ name }) => name.trim() === '').map(({ id }) => [id, 'Name is required']),
  ),
  ...(isAmount(allowance.amount) ? {} : { 'allowance.amount': 'Enter a number' }),
});

function LeaveFields({ form }: { form: FormOf<LeaveSettings> }) {
  const { kinds, allowance } = form.typed;
  const saved = new Set(form.draft.base.kinds.map(({ id }) => id));
  const change = (id: string, changes: Partial<LeaveKind>) => {
    form.clear(id);
    form.edit({ kinds: kinds.map((kind) => (kind.id === id ? { ...kind, ...changes } : kind)) });
  };
  return (
    <>
      <AllowanceFields
        allowance={allowance}
        errors={form.errors}
        onChange={(changes) => {
          form.clearAll();
          form.edit({ allowance: { ...allowance, ...changes } });
        }}
      />
      <p className="text-sm text-muted">
        A changed allowance counts from this year on. You can't change how a kind counts. Retire it and add
        another.
      </p>
      {kinds.map((kind, at) => (
        <KindFields
          key={kind.id}
          kind={kind}
          isSaved={saved.has(kind.id)}
          error={form.errors[kind.id] ?? form.errors[`kinds.${at}.name`]}
          onChange={(changes) => change(kind.id, changes)}
          onRemove={() => form.edit({ kinds: kinds.filter(({ id }) => id !== kind.id) })}
        />
      ))}
      <Button
        size="small"
        className="justify-self-start"
        icon={<Plus size={16} />}
        onClick={() => form.edit({ kinds: [...kinds, newKind()] })}
      >
        Add a kind
      </Button>
    </>
  );
}

interface KindFieldsProps {
  kind: LeaveKind;
  isSaved: boolean;
  error: string | undefined;
  onChange: (changes: Partial<LeaveKind>) => void;
  onRemove: () => void;
}

const CHECKS = [
  { name: 'isDeclared', label: 'Counts without approval' },
  { name: 'isCredited', label: 'Counts towards hours' },
  { name: 'usesAllowance', label: 'Uses the allowance' },
] as const;

function KindFields({ kind, isSaved, error, onChange, onRemove }: KindFieldsProps) {
  const name = kind.name || 'New kind';
  return (
    <fieldset className="grid min-w-0 gap-3 border-t border-line pt-4">
      <legend className="sr-only">{name}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-3">
        <TextField
          label="Name"
          maxLength={40}
          value={kind.name}
          error={error}
          onChange={(text) => onChange({ name: text })}
        />
        <SelectField
          label="Colour"
          className="capitalize"
          options={LEAVE_COLORS}
          value={kind.color}
          onChange={(color) => onChange({ color })}
        />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {CHECKS.map((check) => (
          <CheckField
            key={check.name}
            label={check.label}
            checked={kind[check.name]}
            disabled={isSaved}
            onChange={(checked) => onChange({ [check.name]: checked })}
          />
        ))}
        {isSaved ? (
          <CheckField
            label="Retired"
            checked={kind.isRetired}
            onChange={(isRetired) => onChange({ isRetired })}
          />
        ) : (
          <Button size="small" look="quiet" onClick={onRemove}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface TypedAllowance extends Omit<Allowance, 'amount'> {
  readonly amount: string;
}

/** The index is the number of months for which unused leave stays valid in the next year. */
const CARRY_OVER_OPTIONS = [
  'Expires with the year',
  ...Array.from({ length: 12 }, (_, month) => {
    const [name] = formatMonth(`2027-${String(month + 1).padStart(2, '0')}-01`).split(' ');
    return `Expires after ${name}`;
  }),
];

/** '30 days a year. Unused days expire after March.' */
function allowanceText({ unit, amount, carriedMonths }: Allowance): string {
  if (amount === 0) return 'No allowance is kept.';
  const expiry = CARRY_OVER_OPTIONS[carriedMonths]?.replace('Expires', 'expire');
  return `${amountText(amount, unit)} a year. Unused ${unit} ${expiry}.`;
}

interface AllowanceFieldsProps {
  allowance: TypedAllowance;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (changes: Partial<TypedAllowance>) => void;
}

const AllowanceFields = ({ allowance, errors, onChange }: AllowanceFieldsProps) => (
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
      options={CARRY_OVER_OPTIONS}
      value={CARRY_OVER_OPTIONS[allowance.carriedMonths]}
      onChange={(text) => onChange({ carriedMonths: CARRY_OVER_OPTIONS.indexOf(text) })}
    />
  </fieldset>
);
