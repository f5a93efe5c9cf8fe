import { payPeriodText } from '#domain/period/pay-period';
import { say, textTable } from '#texts/say';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { PayrollProfile, PayrollProfilesView } from '#contract/periods/payroll';
import { EditConflict } from '#web/forms/edit-conflict.tsx';
import { sharedRecord } from '#web/forms/shared-record.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Banner, Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { CONTROL_CLASS, SelectField, TextField, PlainInput } from '#web/ui/field.tsx';
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx';
import { PROFILES_KEY, type Preview, useSaveProfile } from './use-profiles.ts';
import { ColumnListEditor } from './column-list-editor.tsx';
import { type RowsProps, FORMAT_WORDS, withItemChange, previewOf, profileErrors } from './profile-draft.ts';
import { Plus, Trash2 } from 'lucide-react';
import { encodingOf, HOURS_COLUMNS, PAYROLL_COLUMN_LABEL } from '#domain/period/payroll-file';
import { classes } from '#web/ui/classes.ts';

const WageRows = ({ rows: wageTypes, errors, onChange }: RowsProps<PayrollProfile['wageTypes']>) => (
  <fieldset className="grid min-w-0 grid-cols-1 gap-3">
    <legend className="mb-1 text-sm font-semibold">{say('profiles.wageTypes')}</legend>
    <p className="-mt-2 text-sm text-muted">{say('profiles.wageTypesText')}</p>
    {errors['wageTypes'] !== undefined && <p className="text-sm text-danger">{errors['wageTypes']}</p>}
    {wageTypes.length > 0 && (
      <ul className="grid grid-cols-1 gap-2">
        {wageTypes.map(({ code, column }, at) => (
          // A wage type has no id, so the index is its key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="flex max-w-lg items-start gap-2">
            <span className="w-24 shrink-0">
              <PlainInput
                label={say('profiles.numberOf', { number: at + 1 })}
                placeholder={say('profiles.number')}
                value={code}
                error={errors[`wageTypes.${at}.code`]}
                onChange={(typed) => onChange(withItemChange(wageTypes, at, { code: typed }))}
              />
            </span>
            <select
              aria-label={say('profiles.hoursOf', { number: at + 1 })}
              value={column}
              onChange={(event) => {
                const chosen = HOURS_COLUMNS.find((one) => one === event.target.value);
                if (chosen) onChange(withItemChange(wageTypes, at, { column: chosen }));
              }}
              className={classes(CONTROL_CLASS, 'h-11 min-w-0 truncate')}
            >
              {HOURS_COLUMNS.map((one) => (
                <option key={one} value={one}>
                  {PAYROLL_COLUMN_LABEL[one]}
                </option>
              ))}
            </select>
            <Button
              size="square"
              look="quiet"
              aria-label={say('profiles.removeWageType', { code })}
              icon={<Trash2 size={18} />}
              onClick={() => onChange(wageTypes.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
    )}
    <Button
      size="small"
      look="quiet"
      icon={<Plus size={16} />}
      onClick={() => onChange([...wageTypes, { code: '', column: 'regularSettings' }])}
      className="justify-self-start"
    >
      {say('profiles.addWageType')}
    </Button>
  </fieldset>
);

const trimmed = (profile: PayrollProfile): PayrollProfile => ({ ...profile, name: profile.name.trim() });

interface ProfileFormProps {
  profile: PayrollProfile;
  isNew: boolean;
  isDeleted: boolean;
  view: PayrollProfilesView;
  preview: Preview;
  onSaved: (profile: PayrollProfile) => void;
  /** Called to keep a profile that somebody else deleted. The next save creates it again. */
  onKeep: () => void;
  onDelete: (profile: PayrollProfile) => void;
  onCancel: () => void;
}

type FormatOptionName = keyof typeof FORMAT_WORDS;
const FORMAT_OPTION_NAMES = Object.keys(FORMAT_WORDS) as FormatOptionName[];

const formatOptionText = (value: unknown, field: string): string | undefined =>
  Object.entries(FORMAT_WORDS).find(([name]) => name === field)?.[1][value as never];

const LABELS = textTable<keyof PayrollProfile>({
  id: 'profiles.name',
  name: 'profiles.name',
  columns: 'profiles.columns',
  wageTypes: 'profiles.wageTypes',
  delimiter: 'profiles.delimiter',
  decimal: 'profiles.decimal',
  hours: 'profiles.hours',
  dates: 'profiles.dates',
  header: 'profiles.header',
  encoding: 'profiles.encoding',
});

export function ProfileForm({
  profile,
  isNew,
  isDeleted,
  view,
  preview,
  onSaved,
  onKeep,
  onDelete,
  onCancel,
}: ProfileFormProps) {
  const saving = useSaveProfile();
  const client = useQueryClient();
  const form = useForm({
    shared: sharedRecord({
      record: profile,
      version: view.version,
      recordOf: ({ version, profiles }: PayrollProfilesView) => {
        const record = profiles.find(({ id }) => id === profile.id) ?? (isNew ? profile : null);
        return record && { record, version };
      },
      cached: { client, queryKey: PROFILES_KEY },
    }),
    validate: (typed) => profileErrors(typed, view.profiles),
    send: (typed, version) => saving.save(trimmed(typed), version),
    failureOf: ({ message }) => ({ problem: message }),
    onDone: (_view, typed) => onSaved(trimmed(typed)),
  });
  const { ref, typed, errors, problem, isSubmitting, conflicts } = form;
  const isEdited = isNew || form.isEdited;
  const { leave, question } = useDiscardQuestion(isEdited);
  const change = (changes: Partial<PayrollProfile>) => {
    form.clearAll();
    form.edit(changes);
  };
  const spelling = (name: FormatOptionName) => (
    <SelectField<string>
      key={name}
      label={LABELS[name]}
      options={FORMAT_WORDS[name]}
      value={name === 'encoding' ? encodingOf(typed) : typed[name]}
      onChange={(chosen) => change({ [name]: chosen })}
    />
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isDeleted) form.submit();
  };
  return (
    <form ref={ref} noValidate onSubmit={send} className="grid min-w-0 gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:gap-8">
        <div className="grid min-w-0 gap-5">
          <TextField
            {...form.field('name')}
            label={say('profiles.name')}
            autoComplete="off"
            onChange={(name) => change({ name })}
          />
          <ColumnListEditor
            rows={typed.columns}
            errors={errors}
            onChange={(columns) => change({ columns })}
          />
          <WageRows rows={typed.wageTypes} errors={errors} onChange={(wageTypes) => change({ wageTypes })} />
          <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
            <legend className="mb-1 text-sm font-semibold">{say('profiles.format')}</legend>
            {FORMAT_OPTION_NAMES.map(spelling)}
            <CheckField
              label={LABELS.header}
              checked={typed.header}
              onChange={(header) => change({ header })}
            />
          </fieldset>
        </div>
        <PreviewLines profile={typed} preview={preview} />
      </div>
      <EditConflict what="profile" form={form} labels={LABELS} valueText={formatOptionText} />
      <div role="alert" className="empty:hidden">
        {isDeleted && (
          <Banner tone="warning" title={say('profiles.deleted')}>
            <span className="mt-2 flex flex-wrap gap-2">
              <Button size="small" onClick={onCancel}>
                {say('profiles.discardMine')}
              </Button>
              <Button size="small" onClick={onKeep}>
                {say('conflict.keepMine')}
              </Button>
            </span>
          </Banner>
        )}
      </div>
      <Problem title={say('profiles.notSaved')} text={problem} />
      <div className="sticky bottom-(--bar) z-10 short:relative short:bottom-0 -mx-4 flex flex-wrap justify-end gap-3 border-t border-line bg-surface px-4 py-3 sm:-mx-6 sm:px-6">
        {!isNew && (
          <Button look="danger-outline" onClick={() => onDelete(profile)} className="max-sm:grow sm:me-auto">
            {say('profiles.delete')}
          </Button>
        )}
        <Button onClick={() => leave(onCancel)} className="max-sm:grow">
          {isEdited ? say('common.cancel') : say('common.close')}
        </Button>
        <Button
          type="submit"
          look="primary"
          isBusy={isSubmitting}
          isBlocked={isDeleted || conflicts.length > 0 || !isEdited}
          className="max-sm:grow"
        >
          {isSubmitting ? say('common.saving') : say('profiles.save')}
        </Button>
      </div>
      {question}
    </form>
  );
}

/** Focusable, so that the keyboard can scroll a long line. */
const PreviewLines = ({
  profile,
  preview: { people, of },
}: Pick<ProfileFormProps, 'profile' | 'preview'>) => (
  <div className="grid min-w-0 gap-1 max-lg:order-first lg:sticky lg:top-20">
    <p className="text-sm">
      <span className="font-semibold">{say('profiles.preview')}</span>{' '}
      <span className="text-muted">
        {of === null ? say('profiles.ofExamples') : say('payPeriod.of', { period: payPeriodText(of) })}
      </span>
    </p>
    <pre
      tabIndex={0}
      aria-label={say('profiles.previewOfFile')}
      className="min-h-24 overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs [tab-size:12]"
    >
      {previewOf(people, profile)}
    </pre>
  </div>
);
