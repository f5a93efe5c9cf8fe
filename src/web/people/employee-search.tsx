import { say } from '#texts/say';
import { useMemo, type ComponentProps } from 'react';
import type { ReportEmployee } from '#contract/reports/reports';
import { confusableIds } from '#domain/people/confusable-names';
import { compareNames, findEmployees } from '#domain/people/employee';
import { OptionSearch } from '#web/ui/option-search.tsx';

type EmployeeSearchProps = Omit<ComponentProps<typeof OptionSearch>, 'options' | 'find' | 'label'> & {
  label?: string;
  people: readonly (ReportEmployee & { readonly isActive?: boolean })[];
};

/** Returns options sorted by name. If two people have similar names, their labels include the employee ID. */
export function optionsOf(people: EmployeeSearchProps['people']) {
  const confusable = confusableIds(people);
  return people
    .map(({ id, name, email, employeeId, isActive = true }) => ({
      value: id,
      label: confusable.has(id) ? `${name} (${employeeId})` : name,
      more: `${employeeId} · ${email}${isActive ? '' : ' · Inactive'}`,
      name,
      email,
    }))
    .toSorted((one, other) => compareNames(one.name, other.name));
}

export function EmployeeSearch({ people, label = say('role.employee'), ...rest }: EmployeeSearchProps) {
  const options = useMemo(() => optionsOf(people), [people]);
  return (
    <OptionSearch {...rest} label={label} options={options} find={(text) => findEmployees(options, text)} />
  );
}
