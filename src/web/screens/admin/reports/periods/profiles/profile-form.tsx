/** Edits one profile beside a preview of its file. */
import { type FormEvent, useEffect, useState } from 'react';
import type { PayrollProfile, PayrollProfilesView } from '#contract/payroll';
import { useSubmission } from '#web/forms/use-submission.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { CONTROL, SelectField, TextField } from '#web/ui/field.tsx';
import { useGuard, useUnsaved } from '#web/ui/leaving.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { ColumnRows, Text } from './column-rows.tsx';
import {
  type ProfileErrors,
  SPELLINGS,
  type WageTypes,
  areSame,
  changedAt,
  previewOf,
  profileErrors,
  withoutAt,
} from './profile-draft.ts';
import type { Preview, Saving } from './use-saving.ts';
import { Plus, Trash2 } from 'lucide-react';
import { HOURS_COLUMNS, PAYROLL_COLUMN_LABEL } from '#domain/period/payroll-file';
import { classes } from '#web/ui/classes.ts';

interface WageRowsProps {
  wageTypes: WageTypes;
  errors: ProfileErrors;
  onChange: (wageTypes: WageTypes) => void;
}

const WageRows = ({ wageTypes, errors, onChange }: WageRowsProps) => (
  <fieldset className="grid min-w-0 grid-cols-1 gap-3">
    <legend className="mb-1 text-sm font-semibold">Wage types</legend>
    <p className="-mt-2 text-sm text-muted">
      With wage types, each person has a line for each kind of hours. Without, one line.
    </p>
    {errors['wageTypes'] !== undefined && <p className="text-sm text-danger">{errors['wageTypes']}</p>}
    {wageTypes.length > 0 && (
      <ul className="grid grid-cols-1 gap-2">
        {wageTypes.map(({ code, column }, at) => (
          // A wage type has no key but its index.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="flex max-w-lg items-start gap-2">
            <span className="w-24 shrink-0">
              <Text
                label={`Number of wage type ${at + 1}`}
                placeholder="Number"
                value={code}
                error={errors[`wageTypes.${at}.code`]}
                onChange={(typed) => onChange(changedAt(wageTypes, at, { code: typed }))}
              />
            </span>
            <select
              aria-label={`Hours of wage type ${at + 1}`}
              value={column}
              onChange={(event) => {
                const chosen = HOURS_COLUMNS.find((one) => one === event.target.value);
                if (chosen) onChange(changedAt(wageTypes, at, { column: chosen }));
              }}
              className={classes(CONTROL, 'h-11 min-w-0 truncate')}
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
              aria-label={`Remove wage type ${code}`}
              icon={<Trash2 aria-hidden size={18} />}
              onClick={() => onChange(withoutAt(wageTypes, at))}
            />
          </li>
        ))}
      </ul>
    )}
    <Button
      size="small"
      look="quiet"
      icon={<Plus aria-hidden size={16} />}
      onClick={() => onChange([...wageTypes, { code: '', column: 'regularSettings' }])}
      className="justify-self-start"
    >
      Add a wage type
    </Button>
  </fieldset>
);

const DiscardQuestion = onDemand(() => import('#web/ui/discard-question.tsx'));

interface ProfileFormProps {
  initialDraft: PayrollProfile;
  view: PayrollProfilesView;
  preview: Preview;
  saving: Saving;
  onSaved: (profile: PayrollProfile) => void;
  onDelete: (profile: PayrollProfile) => void;
  onCancel: () => void;
}

export function ProfileForm({
  initialDraft,
  view,
  preview,
  saving,
  onSaved,
  onDelete,
  onCancel,
}: ProfileFormProps) {
  const present = view.profiles.find(({ id }) => id === initialDraft.id) ?? null;
  const [typed, setTyped] = useState(initialDraft);
  /** The saved profile that the edits are based on; null for a new one. */
  const [base, setBase] = useState(present);
  const { ref, errors, problem, isSubmitting, submit, clearAll } = useSubmission<string>();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const isEdited = base === null || !areSame(typed, base);
  const isOvertaken = base !== null && (present === null || !areSame(present, base));
  // An untouched form takes over others' changes.
  useEffect(() => {
    if (!isOvertaken || isEdited || present === null) return;
    setTyped(present);
    setBase(present);
  }, [isOvertaken, isEdited, present]);
  useUnsaved(isEdited);
  useGuard(isEdited, (goOn) => setLeave(() => goOn));
  const change = (changes: Partial<PayrollProfile>) => {
    clearAll();
    setTyped({ ...typed, ...changes });
  };
  const save = async () => {
    const wanted = { ...typed, name: typed.name.trim() };
    const outcome = await saving.save(wanted, base);
    if (outcome.is === 'overtaken') return {};
    if (outcome.is === 'failed') return { problem: outcome.failure.message };
    setTyped(wanted);
    setBase(wanted);
    onSaved(wanted);
    return undefined;
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isOvertaken) void submit(profileErrors(typed, view.profiles), save);
  };
  const spelling = (name: keyof typeof SPELLINGS) => {
    const { label, words } = SPELLINGS[name];
    const options = Object.entries(words);
    return (
      <SelectField
        label={label}
        options={options.map(([, word]) => word)}
        value={options.find(([value]) => value === typed[name])?.[1]}
        onChange={(chosen) => change({ [name]: options.find(([, word]) => word === chosen)?.[0] })}
      />
    );
  };
  return (
    <form ref={ref} noValidate onSubmit={send} className="grid min-w-0 gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:gap-8">
        <div className="grid min-w-0 gap-5">
          <TextField
            label="Profile name"
            autoComplete="off"
            value={typed.name}
            error={errors['name']}
            onChange={(name) => change({ name })}
          />
          <ColumnRows columns={typed.columns} errors={errors} onChange={(columns) => change({ columns })} />
          <WageRows
            wageTypes={typed.wageTypes}
            errors={errors}
            onChange={(wageTypes) => change({ wageTypes })}
          />
          <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
            <legend className="mb-1 text-sm font-semibold">Format</legend>
            {spelling('delimiter')}
            {spelling('decimal')}
            {spelling('hours')}
            {spelling('dates')}
            <CheckField
              label="Names in the first line"
              checked={typed.header}
              onChange={(header) => change({ header })}
            />
          </fieldset>
        </div>
        <PreviewLines profile={typed} preview={preview} />
      </div>
      <div role="alert" className="grid gap-3 empty:hidden">
        {isOvertaken && isEdited && (
          <Overtaken
            isGone={present === null}
            onTheirs={() => {
              if (present === null) return onCancel();
              setTyped(present);
              setBase(present);
            }}
            onMine={() => setBase(present)}
          />
        )}
        {problem !== null && (
          <Banner tone="danger" title="The profile was not saved.">
            {problem}
          </Banner>
        )}
      </div>
      <div className="sticky bottom-(--bar) z-10 -mx-4 flex flex-wrap justify-end gap-3 border-t border-line bg-surface px-4 py-3 sm:-mx-6 sm:px-6">
        {base !== null && (
          <Button look="danger-outline" onClick={() => onDelete(base)} className="max-sm:grow sm:mr-auto">
            Delete
          </Button>
        )}
        <Button onClick={() => (isEdited ? setLeave(() => onCancel) : onCancel())} className="max-sm:grow">
          {isEdited ? 'Cancel' : 'Close'}
        </Button>
        <Button
          type="submit"
          look="primary"
          working={isSubmitting}
          resting={isSubmitting || isOvertaken || !isEdited}
          className="max-sm:grow"
        >
          {isSubmitting ? 'Saving...' : 'Save profile'}
        </Button>
      </div>
      {leave && <DiscardQuestion isAsked onKeep={() => setLeave(null)} onDiscard={leave} />}
    </form>
  );
}

/** Focusable, so that keys can scroll it. */
const PreviewLines = ({
  profile,
  preview: { people, of },
}: {
  profile: PayrollProfile;
  preview: Preview;
}) => (
  <div className="grid min-w-0 gap-1 max-lg:order-first lg:sticky lg:top-6">
    <p className="text-sm">
      <span className="font-semibold">Preview</span> <span className="text-muted">of {of}</span>
    </p>
    <pre
      tabIndex={0}
      aria-label="Preview of the file"
      className="min-h-24 overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs [tab-size:12]"
    >
      {previewOf(people, profile)}
    </pre>
  </div>
);

const Overtaken = ({
  isGone,
  onTheirs,
  onMine,
}: {
  isGone: boolean;
  onTheirs: () => void;
  onMine: () => void;
}) => (
  <Banner
    tone="warning"
    title={`Somebody else has ${isGone ? 'deleted' : 'changed'} this profile in the meantime.`}
  >
    <span className="mt-2 flex flex-wrap gap-2">
      <Button size="small" onClick={onTheirs}>
        {isGone ? 'Discard mine' : 'Use theirs'}
      </Button>
      <Button size="small" onClick={onMine}>
        Keep mine
      </Button>
    </span>
  </Banner>
);
