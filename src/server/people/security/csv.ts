import { definitionOf } from '#contract/security';
import type { ListedSecurityEvent } from '#contract/security-log';
import { toEpochMs } from '#contract/wire';
import { csvOf } from '#domain/file/csv';
import { count, type Column } from '#domain/file/table';
import { dayIn, wallTime } from '#domain/time/format';

const known = { true: 'Yes', false: 'No', null: '' } as const;

/** Times are those of the workplace. */
export function securityCsv(events: readonly ListedSecurityEvent[], zone: string): string {
  const momentOf = (instant: string): string =>
    `${dayIn(toEpochMs(instant), zone)} ${wallTime(toEpochMs(instant), zone)}`;
  const columns: readonly Column<ListedSecurityEvent>[] = [
    { title: 'First', value: ({ at }) => momentOf(at) },
    { title: 'Last', value: ({ until }) => momentOf(until) },
    { title: 'Times', value: (event) => count(event.count) },
    { title: 'What', value: ({ kind }) => definitionOf(kind).words },
    { title: 'Detail', value: ({ detail }) => detail },
    { title: 'Person', value: ({ person }) => person?.name ?? '' },
    { title: 'Employee ID', value: ({ person }) => person?.employeeId ?? '' },
    { title: 'By', value: ({ actor }) => actor?.name ?? '' },
    { title: 'Network', value: ({ network }) => network },
    { title: 'Browser', value: ({ device }) => device },
    { title: 'Known browser', value: ({ isKnown }) => known[`${isKnown}`] },
  ];
  return csvOf(columns, events);
}
