import type { Sorting } from '#web/ui/data-table.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SORT_CHOICES, type StatusColumn, type StatusFilter } from './status-table.ts';

interface StatusFiltersProps {
  filter: StatusFilter;
  sorting: Sorting<StatusColumn>;
  studios: readonly string[];
  onFilter: (change: Partial<StatusFilter>) => void;
  onSort: (sorting: Sorting<StatusColumn>) => void;
}

const ALL = 'All';
const SORTED = SORT_CHOICES.map(({ label }) => label);

/** Whom the table is about, besides their state; on a phone, which has no headings, also its order. */
export const StatusFilters = ({ filter, sorting, studios, onFilter, onSort }: StatusFiltersProps) => (
  <div
    role="search"
    aria-label="Filter employees"
    className="grid grid-cols-2 gap-2 sm:ml-auto sm:flex sm:w-full sm:max-w-120 print:hidden"
  >
    <div className="flex min-w-0 grow max-sm:col-span-2">
      <SearchBox
        label="Search by name"
        placeholder="Search by name"
        value={filter.name}
        onChange={(name) => onFilter({ name })}
      />
    </div>
    <PickField
      label="Studio"
      options={[ALL, ...studios]}
      value={filter.studio || ALL}
      onChange={(studio) => onFilter({ studio: studio === ALL ? '' : studio })}
    />
    <div className="flex min-w-0 sm:hidden">
      <PickField
        label="Sort by"
        options={SORTED}
        value={SORT_CHOICES.find(({ name }) => name === sorting.column)?.label ?? ''}
        onChange={(label) => {
          const column = SORT_CHOICES.find((choice) => choice.label === label);
          if (column) onSort({ column: column.name, descending: column.isHighestFirst ?? false });
        }}
      />
    </div>
  </div>
);
