/** The wage types of a profile: by which number the payroll program knows which hours. */
import { Plus, Trash2 } from 'lucide-react';
import { HOURS_COLUMNS, PAYROLL_COLUMN_LABEL } from '#domain/period/payroll-file';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { CONTROL } from '#web/ui/field.tsx';
import { Text } from './column-rows.tsx';
import { changedAt, withoutAt, type ProfileErrors, type WageTypes } from './profile-draft.ts';

interface WageRowsProps {
  wageTypes: WageTypes;
  errors: ProfileErrors;
  onChange: (wageTypes: WageTypes) => void;
}

export const WageRows = ({ wageTypes, errors, onChange }: WageRowsProps) => (
  <fieldset className="grid min-w-0 grid-cols-1 gap-3">
    <legend className="mb-1 text-sm font-semibold">Wage types</legend>
    <p className="-mt-2 text-sm text-muted">
      With wage types, each person has a line for each kind of hours. Without, one line.
    </p>
    {errors['wageTypes'] !== undefined && <p className="text-sm text-danger">{errors['wageTypes']}</p>}
    {wageTypes.length > 0 && (
      <ul className="grid grid-cols-1 gap-2">
        {wageTypes.map(({ code, column }, at) => (
          // Nothing of a wage type is its own but its place.
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
