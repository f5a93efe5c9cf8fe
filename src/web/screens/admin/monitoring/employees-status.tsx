import { SearchX, Users } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { setParams, useParams } from '#web/browser/navigation.ts';
import { now } from '#web/time/clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { DataTable, SortSelect, type Sorting } from '#web/ui/data-table.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Pager, usePages } from '#web/ui/pager.tsx';
import { useFrozenOrder, useOrderFreeze } from '#web/ui/frozen-order.ts';
import { NewRowsButton } from '#web/ui/new-rows-button.tsx';
import { rowIn } from './board.ts';
import type { DayScale } from './day-strip.tsx';
import { EmployeeRow } from './employee-row.tsx';
import {
  filterOf,
  filterParams,
  isFiltered,
  matching,
  NO_FILTER,
  sorted,
  sortingOf,
  sortingParams,
  STATUS_CHOICES,
  STATUS_COLUMNS,
  STATUS_PARAMS,
  studiosOf,
  type StatusColumn,
  type StatusFilter,
} from './status-table.ts';
import { useThrottled } from './throttled.ts';
import type { Monitor } from './use-monitor.ts';

const PAGE_SIZE = 50;
/** What a row says changes at once; which rows there are and in which order, once a second. */
const ORDER_EVERY_MS = 1000;

const sortBy = (sorting: Sorting<StatusColumn>): void => setParams(sortingParams(sorting));

/** 'All Employees Status' (spec §2). */
export function EmployeesStatus({
  monitor,
  scale,
  isPaused,
}: {
  monitor: Monitor;
  scale: DayScale;
  isPaused: boolean;
}) {
  const { board, zone, today } = monitor;
  const params = useParams(...STATUS_PARAMS);
  const filter = useMemo(() => filterOf(params), [params]);
  // What is typed is seen first, then the rows that fit.
  const asked = useDeferredValue(filter);
  const sorting = useMemo(() => sortingOf(params), [params]);
  const freeze = useOrderFreeze(isPaused);
  const settled = useThrottled(board.rows, ORDER_EVERY_MS);
  const order = useMemo(
    () => sorted(matching(settled, asked), sorting, now()).map(({ person }) => person.id),
    [settled, asked, sorting],
  );
  const question = JSON.stringify([asked, sorting]);
  const { ids, waiting } = useFrozenOrder(order, freeze.isFrozen, question);
  const { shown, paging } = usePages(ids, PAGE_SIZE, question);
  const ask = (change: Partial<StatusFilter>) => setParams(filterParams({ ...filter, ...change }));
  return (
    <Card aria-labelledby="all-employees" className="overflow-hidden">
      <div className="flex min-h-14 flex-col justify-center px-4 py-2">
        <CardTitle
          id="all-employees"
          aside={
            <span className="flex items-center gap-2">
              <NewRowsButton waiting={waiting} isPaused={isPaused} onShow={freeze.release} />
              <Badge>{isFiltered(asked) ? `${ids.length} of ${board.rows.length}` : board.rows.length}</Badge>
            </span>
          }
        >
          All Employees Status
        </CardTitle>
      </div>
      {board.rows.length === 0 ? (
        <Empty icon={<Users size={32} />} title="No employees yet">
          Employees appear here once they have registered.
        </Empty>
      ) : (
        <>
          <Filters
            filter={filter}
            sorting={sorting}
            studios={studiosOf(settled)}
            onFilter={ask}
            onSort={sortBy}
          />
          {ids.length === 0 ? (
            <div role="status">
              <Empty icon={<SearchX size={32} />} title="Nobody fits">
                No employee has this name, status and studio at the moment.
              </Empty>
            </div>
          ) : (
            <DataTable
              caption="All Employees Status"
              columns={STATUS_COLUMNS}
              sort={{ sorting, onSort: sortBy }}
              body={freeze.handlers}
            >
              {shown.map((id) => {
                const row = rowIn(board, id);
                return row && <EmployeeRow key={id} row={row} zone={zone} today={today} scale={scale} />;
              })}
            </DataTable>
          )}
          <Pager label="Pages of employees" paging={paging} />
          {isFiltered(asked) && (
            <div className="border-t border-line p-1 text-center print:hidden">
              <Button size="small" look="quiet" onClick={() => ask(NO_FILTER)}>
                Show all employees
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}

interface FiltersProps {
  filter: StatusFilter;
  sorting: Sorting<StatusColumn>;
  studios: readonly string[];
  onFilter: (change: Partial<StatusFilter>) => void;
  onSort: (sorting: Sorting<StatusColumn>) => void;
}

const Filters = ({ filter, sorting, studios, onFilter, onSort }: FiltersProps) => (
  <div
    role="search"
    aria-label="Filter employees"
    className="grid grid-cols-2 gap-x-3 gap-y-2 px-4 pb-3 sm:grid-cols-[2fr_1fr_1fr] print:hidden"
  >
    <div className="max-sm:col-span-2">
      <TextField
        label="Search by name"
        type="search"
        autoComplete="off"
        value={filter.name}
        onChange={(name) => onFilter({ name })}
      />
    </div>
    <SelectField
      label="Status"
      placeholder="All"
      options={STATUS_CHOICES}
      value={filter.status}
      onChange={(status) => onFilter({ status })}
    />
    <SelectField
      label="Studio"
      placeholder="All"
      options={studios}
      value={filter.studio}
      onChange={(studio) => onFilter({ studio })}
    />
    <div className="max-sm:col-span-2">
      <SortSelect columns={STATUS_COLUMNS} sorting={sorting} onSort={onSort} />
    </div>
  </div>
);
