/** Sets the allowance of a person and year by hand. */
import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import * as z from 'zod/mini';
import { Reason } from '#contract/corrections/corrections';
import { NOTES_MAX } from '#contract/fields';
import type { AllowanceBalance } from '#contract/leave/leave';
import type { User } from '#contract/records';
import { amountText, isAmount, parseAmount, amountInputText } from '#domain/leave/allowance-rule';
import { call } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { PersonName } from '#web/frame/person-name.tsx';
import { useReloadLeave } from './use-leave.ts';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { TextField } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

const Figure = z
  .string()
  .check(z.refine((text) => text === '' || isAmount(text), { error: () => say('allowance.enterNumber') }));
const AllowanceForm = z.strictObject({ amount: Figure, carried: Figure, reason: Reason });

interface AllowanceDialogProps {
  balance: AllowanceBalance;
  person: Pick<User, 'id' | 'name' | 'employeeId'>;
  onClose: () => void;
}

export default function AllowanceDialog({ balance, person, onClose }: AllowanceDialogProps) {
  const { year, unit, granted, byRule } = balance;
  const reload = useReloadLeave();
  const typed = (amount: number | null) => (amount === null ? '' : amountInputText(amount, unit));
  const read = (text: string) => (text === '' ? null : parseAmount(text, unit));
  const form = useForm({
    schema: AllowanceForm,
    record: { amount: typed(granted.amount), carried: typed(granted.carried), reason: '' },
    send: async ({ amount, carried, reason }) => {
      const figures = { amount: read(amount), carried: read(carried) };
      const answer = await call('grantLeave', {
        userId: person.id,
        year,
        before: granted,
        ...figures,
        reason,
      });
      reload();
      return answer;
    },
    onDone: onClose,
  });
  const figure = (name: 'amount' | 'carried', label: string) => (
    <TextField
      {...form.field(name)}
      label={label}
      inputMode="decimal"
      hint={say('allowance.ifEmpty', { amount: amountText(byRule[name], unit) })}
    />
  );
  return (
    <FormDialog
      title={richly('allowance.titleOf', { year: String(year), name: <PersonName person={person} /> })}
      form={form}
      submit={say('allowance.save')}
      submitting={say('common.saving')}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {figure('amount', unit === 'days' ? say('allowance.days') : say('allowance.hours'))}
        {figure('carried', say('allowance.carriedOver', { year: String(year - 1) }))}
      </div>
      <TextArea
        {...form.field('reason')}
        label={say('field.reason')}
        maxLength={NOTES_MAX}
        hint={say('allowance.reasonHint')}
      />
    </FormDialog>
  );
}
