/** By whom, studio, status and range the list of everybody's entries is filtered. */
import { useMemo } from 'react';
import { findEmployees } from '#domain/people/employee';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { OptionSearch } from '#web/ui/option-search.tsx';
import type { EntryFilter } from './entry-list.ts';
import { usePeople } from './use-time-entries.ts';

/** In the table's own words. */
const STATUS_LABEL = { closed: 'Complete', open: 'In Progress' } as const;
const STATUSES = Object.keys(STATUS_LABEL) as (keyof typeof STATUS_LABEL)[];

interface FiltersProps {
  filter: EntryFilter;
  errors: { readonly from?: string; readonly to?: string };
  onChange: (changed: Partial<EntryFilter>) => void;
}

export function Filters({ filter, errors, onChange }: FiltersProps) {
  const people = usePeople();
  const options = useMemo(
    () =>
      people.map(({ id, name, email, employeeId, isActive }) => ({
        value: id,
        label: name,
        more: `${employeeId} · ${email}${isActive ? '' : ' · Inactive'}`,
        name,
        email,
      })),
    [people],
  );
  const studios = useMemo(
    () => [...new Set(people.map(({ department }) => department))].toSorted(),
    [people],
  );
  return (
    <div className="grid grid-cols-2 gap-3 px-4 pb-4 print:hidden max-sm:[&>:nth-child(1)]:col-span-2 max-sm:[&>:nth-child(n+4)]:col-span-2 sm:px-6 lg:grid-cols-5">
      <OptionSearch
        label="Employee"
        placeholder="Everybody"
        options={options}
        find={(text) => findEmployees(options, text)}
        value={filter.userId}
        onChange={(userId) => onChange({ userId })}
        nothing="No employees found matching your search."
      />
      <SelectField
        label="Studio"
        placeholder="All"
        options={studios}
        value={filter.department}
        onChange={(department) => onChange({ department })}
      />
      <SelectField
        label="Status"
        placeholder="All"
        options={STATUSES.map((status) => STATUS_LABEL[status])}
        value={filter.status === '' ? '' : STATUS_LABEL[filter.status]}
        onChange={(label) =>
          onChange({ status: STATUSES.find((status) => STATUS_LABEL[status] === label) ?? '' })
        }
      />
      <TextField
        label="Start Date"
        type="date"
        value={filter.from}
        error={errors.from}
        onChange={(from) => onChange({ from })}
      />
      <TextField
        label="End Date"
        type="date"
        value={filter.to}
        error={errors.to}
        onChange={(to) => onChange({ to })}
      />
    </div>
  );
}
