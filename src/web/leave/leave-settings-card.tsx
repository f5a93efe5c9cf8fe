import { say, textTable } from '#texts/say';
import { Plus } from 'lucide-react';
import type { LeaveSettingsView } from '#contract/leave/leave';
import {
  isAmount,
  parseAmount,
  amountInputText,
  amountText,
  type Allowance,
} from '#domain/leave/allowance-rule';
import { type AllowanceUnit, type LeaveColor, type LeaveKind } from '#domain/leave/kinds';
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
      title={say('leaveSettings.title')}
      what="leave"
      keptAs="leave"
      onSaved={onSaved}
      query={query}
      recordOf={recordOf}
      above={query.data && <p className="text-sm">{allowanceText(query.data.allowance)}</p>}
      renderList={({ kinds }) => <List kinds={kinds} />}
      queryKey={['leaveSettings']}
      labels={{ kinds: say('leaveSettings.kinds'), allowance: say('leaveSettings.allowance') }}
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
          {kind.isRetired && <Badge>{say('leaveSettings.retired')}</Badge>}
        </p>
        <p className="text-muted">{factsOf(kind)}</p>
      </li>
    ))}
  </ul>
);

const factsOf = ({ isDeclared, isCredited, usesAllowance }: LeaveKind): string =>
  [
    isDeclared ? say('leaveSettings.isDeclared') : say('leaveSettings.needsApproval'),
    isCredited ? say('leaveSettings.factCredited') : say('leaveSettings.factNotCredited'),
    ...(usesAllowance ? [say('leaveSettings.factAllowance')] : []),
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
    kinds.filter(({ name }) => name.trim() === '').map(({ id }) => [id, say('leaveSettings.nameRequired')]),
  ),
  ...(isAmount(allowance.amount) ? {} : { 'allowance.amount': say('leaveSettings.enterNumber') }),
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
      <p className="text-sm text-muted">{say('leaveSettings.note')}</p>
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
        {say('leaveSettings.addKind')}
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
  { name: 'isDeclared', label: 'leaveSettings.isDeclared' },
  { name: 'isCredited', label: 'leaveSettings.isCredited' },
  { name: 'usesAllowance', label: 'leaveSettings.usesAllowance' },
] as const;

const COLORS = textTable<LeaveColor>({
  green: 'color.green',
  red: 'color.red',
  grey: 'color.grey',
  blue: 'color.blue',
  yellow: 'color.yellow',
  purple: 'color.purple',
});
const UNITS = textTable<AllowanceUnit>({ days: 'leaveSettings.days', hours: 'leaveSettings.hours' });

function KindFields({ kind, isSaved, error, onChange, onRemove }: KindFieldsProps) {
  const name = kind.name || say('leaveSettings.newKind');
  return (
    <fieldset className="grid min-w-0 gap-3 border-t border-line pt-4">
      <legend className="sr-only">{name}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-3">
        <TextField
          label={say('leaveSettings.name')}
          maxLength={40}
          value={kind.name}
          error={error}
          onChange={(text) => onChange({ name: text })}
        />
        <SelectField
          label={say('leaveSettings.color')}
          options={COLORS}
          value={kind.color}
          onChange={(color) => onChange({ color })}
        />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {CHECKS.map((check) => (
          <CheckField
            key={check.name}
            label={say(check.label)}
            checked={kind[check.name]}
            disabled={isSaved}
            onChange={(checked) => onChange({ [check.name]: checked })}
          />
        ))}
        {isSaved ? (
          <CheckField
            label={say('leaveSettings.retired')}
            checked={kind.isRetired}
            onChange={(isRetired) => onChange({ isRetired })}
          />
        ) : (
          <Button
            size="small"
            look="quiet"
            aria-label={say('leaveSettings.removeNamed', { name })}
            onClick={onRemove}
          >
            {say('common.remove')}
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
const carryOverOptions = (): string[] => [
  say('leaveSettings.expiresWithYear'),
  ...Array.from({ length: 12 }, (_, index) =>
    say('leaveSettings.expiresAfter', { month: monthName(index + 1) }),
  ),
];

const monthName = (month: number): string =>
  formatMonth(`2027-${String(month).padStart(2, '0')}-01`).split(' ')[0] ?? '';

/** '30 days a year. Unused days expire after March.' */
function allowanceText({ unit, amount, carriedMonths }: Allowance): string {
  if (amount === 0) return say('leaveSettings.noAllowance');
  const text = amountText(amount, unit);
  if (carriedMonths === 0)
    return unit === 'days'
      ? say('leaveSettings.daysWithYear', { amount: text })
      : say('leaveSettings.hoursWithYear', { amount: text });
  const values = { amount: text, month: monthName(carriedMonths) };
  return unit === 'days' ? say('leaveSettings.daysAfter', values) : say('leaveSettings.hoursAfter', values);
}

interface AllowanceFieldsProps {
  allowance: TypedAllowance;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (changes: Partial<TypedAllowance>) => void;
}

const AllowanceFields = ({ allowance, errors, onChange }: AllowanceFieldsProps) => (
  <fieldset className="grid min-w-0 gap-3">
    <legend className="sr-only">{say('leaveSettings.allowance')}</legend>
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-3">
      <TextField
        label={say('leaveSettings.amount')}
        inputMode="decimal"
        hint={say('leaveSettings.amountHint')}
        value={allowance.amount}
        error={errors['allowance.amount']}
        onChange={(amount) => onChange({ amount })}
      />
      <SelectField
        label={say('leaveSettings.unit')}
        options={UNITS}
        value={allowance.unit}
        error={errors['unit']}
        onChange={(unit) => onChange({ unit })}
      />
    </div>
    <SelectField
      label={say('leaveSettings.carryOver')}
      options={carryOverOptions()}
      value={carryOverOptions()[allowance.carriedMonths]}
      onChange={(text) => onChange({ carriedMonths: carryOverOptions().indexOf(text) })}
    />
  </fieldset>
);
