import { useMemo, type ComponentProps } from 'react';
import type { ReportEmployee } from '#contract/reports';
import { findEmployees } from '#domain/people/employee';
import { OptionSearch } from '#web/ui/option-search.tsx';

type EmployeeSearchProps = Omit<ComponentProps<typeof OptionSearch>, 'options' | 'find' | 'label'> & {
  label?: string;
  people: readonly (ReportEmployee & { readonly isActive?: boolean })[];
};

export function EmployeeSearch({ people, label = 'Employee', ...rest }: EmployeeSearchProps) {
  const options = useMemo(
    () =>
      people
        .map(({ id, name, email, employeeId, isActive = true }) => ({
          value: id,
          label: name,
          more: `${employeeId} · ${email}${isActive ? '' : ' · Inactive'}`,
          name,
          email,
        }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    [people],
  );
  return (
    <OptionSearch {...rest} label={label} options={options} find={(text) => findEmployees(options, text)} />
  );
}
