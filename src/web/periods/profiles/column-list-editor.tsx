import { say } from '#texts/say';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { PAYROLL_COLUMN_LABEL } from '#domain/period/payroll-file';
import { Button } from '#web/ui/button.tsx';
import { SelectField, PlainInput } from '#web/ui/field.tsx';
import {
  withItemChange,
  columnKeys,
  moveItem,
  withColumn,
  type Columns,
  type RowsProps,
} from './profile-draft.ts';

const MOVES = [
  { by: -1, label: 'profiles.moveUp', Icon: ArrowUp },
  { by: 1, label: 'profiles.moveDown', Icon: ArrowDown },
] as const;

export function ColumnListEditor({ rows: columns, errors, onChange }: RowsProps<Columns>) {
  const list = useRef<HTMLOListElement>(null);
  const keys = columnKeys(columns);
  const move = (at: number, by: -1 | 1) => {
    flushSync(() => onChange(moveItem(columns, at, by)));
    // The button has lost the focus by moving with its column.
    list.current?.querySelector<HTMLElement>(`[data-move="${keys[at]} ${by}"]`)?.focus();
  };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 text-sm font-semibold">{say('profiles.columns')}</legend>
      {errors['columns'] !== undefined && <p className="text-sm text-danger">{errors['columns']}</p>}
      <ol ref={list} className="grid gap-2">
        {columns.map(({ column, name, text }, at) => (
          <li
            key={keys[at]}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 rounded-md border border-line bg-page p-2 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
          >
            <span className="text-sm text-muted">
              {say('profiles.numbered', { number: at + 1, column: PAYROLL_COLUMN_LABEL[column] })}
            </span>
            <span className="flex min-w-0 gap-2 max-sm:order-last max-sm:col-span-2 max-sm:flex-col">
              <PlainInput
                label={say('profiles.nameOf', { number: at + 1 })}
                placeholder={say('profiles.nameInFile')}
                value={name}
                error={errors[`columns.${at}.name`]}
                onChange={(called) => onChange(withItemChange(columns, at, { name: called }))}
              />
              {(column === 'fixed' || column === 'leaveDays') && (
                <PlainInput
                  label={say('profiles.textIn', { number: at + 1 })}
                  placeholder={
                    column === 'fixed' ? say('profiles.textInEachLine') : say('profiles.kindOfLeave')
                  }
                  value={text ?? ''}
                  error={errors[`columns.${at}.text`]}
                  onChange={(typed) => onChange(withItemChange(columns, at, { text: typed }))}
                />
              )}
            </span>
            <span className="flex self-start">
              {MOVES.map(({ by, label, Icon }) => (
                <Button
                  key={by}
                  data-move={`${keys[at]} ${by}`}
                  size="square"
                  look="quiet"
                  aria-label={say(label, { name })}
                  icon={<Icon size={18} />}
                  isBlocked={columns[at + by] === undefined}
                  onClick={() => move(at, by)}
                />
              ))}
              <Button
                size="square"
                look="quiet"
                aria-label={say('profiles.removeColumn', { name })}
                icon={<Trash2 size={18} />}
                onClick={() => onChange(columns.toSpliced(at, 1))}
              />
            </span>
          </li>
        ))}
      </ol>
      <div className="sm:max-w-80">
        <SelectField
          label={say('profiles.addColumn')}
          placeholder={say('profiles.whatItHolds')}
          options={PAYROLL_COLUMN_LABEL}
          value=""
          onChange={(column) => onChange(withColumn(columns, column))}
        />
      </div>
    </fieldset>
  );
}
