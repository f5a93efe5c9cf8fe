import { useId, useState } from 'react';
import type { SchedulesView } from '#contract/schedules';
import { ASSIGNED_AT_MOST } from '#domain/expected/schedules';
import { ruleOn } from '#domain/expected/work-rule';
import { foldForSearch, isMonitored } from '#domain/people/employee';
import { compareNames } from '#domain/people/name-order';
import { useEmployees } from '#web/screens/admin/use-employees.ts';
import { CheckField } from '#web/ui/check-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Unloaded } from '#web/ui/load-failure.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';

const EVERYWHERE = 'All studios';
const SHOWN_AT_MOST = 100;

interface PeoplePickerProps {
  view: SchedulesView;
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: readonly string[]) => void;
}

export function PeoplePicker({ view, chosen, error, onChange }: PeoplePickerProps) {
  const id = useId();
  const { staff, query } = useEmployees();
  const [typed, setTyped] = useState('');
  const [studio, setStudio] = useState(EVERYWHERE);
  const people = (staff?.people ?? [])
    .filter(isMonitored)
    .toSorted((one, other) => compareNames(one.name, other.name));
  const studios = [EVERYWHERE, ...new Set(people.map(({ department }) => department))];
  const found = people.filter(
    ({ name, department }) =>
      (studio === EVERYWHERE || department === studio) && foldForSearch(name).includes(foldForSearch(typed)),
  );
  const others = found.filter((one) => !chosen.includes(one.id)).map((one) => one.id);
  const scheduleOf = (userId: string): string | undefined => {
    const its = view.people.find((one) => one.userId === userId)?.assignments ?? [];
    const scheduleId = ruleOn(its, view.today)?.scheduleId;
    return view.schedules.find((one) => one.id === scheduleId)?.name;
  };
  return (
    <fieldset className="grid gap-3" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="mb-2 text-sm font-semibold">
        People{chosen.length > 0 && ` (${chosen.length} chosen)`}
      </legend>
      <FieldError id={id} error={error} />
      <Unloaded title="The people could not be loaded." query={query} shape="h-40" />
      {staff && (
        <>
          <div className="flex flex-wrap gap-2">
            <SearchBox placeholder="Search people..." value={typed} onChange={setTyped} />
            <PickField label="Studio" options={studios} value={studio} onChange={setStudio} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              resting={others.length === 0}
              onClick={() => onChange([...chosen, ...others].slice(0, ASSIGNED_AT_MOST))}
            >
              Choose all {found.length}
            </Button>
            <Button size="small" look="quiet" resting={chosen.length === 0} onClick={() => onChange([])}>
              Choose nobody
            </Button>
          </div>
          <ul className="divide-y divide-line border-y border-line empty:hidden">
            {found.slice(0, SHOWN_AT_MOST).map(({ id: userId, name, department }) => (
              <li key={userId} className="py-2 wrap-anywhere">
                <CheckField
                  label={name}
                  hint={[department, scheduleOf(userId)].filter(Boolean).join(' · ')}
                  checked={chosen.includes(userId)}
                  onChange={(isChosen) =>
                    onChange(isChosen ? [...chosen, userId] : chosen.filter((one) => one !== userId))
                  }
                />
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className="text-sm text-muted">Nobody found.</p>}
          {found.length > SHOWN_AT_MOST && (
            <p className="text-sm text-muted">
              {found.length - SHOWN_AT_MOST} more. Search for a name, or choose a studio.
            </p>
          )}
        </>
      )}
    </fieldset>
  );
}
