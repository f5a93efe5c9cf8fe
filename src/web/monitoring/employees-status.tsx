import { say, sayNumber, textTable, type PlainKey } from '#texts/say';
import { Search, SearchX, UserPlus, Users } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { attentionOf, countByState, BOARD_STATES } from '#domain/day/attention';
import type { Correction } from '#contract/corrections/corrections';
import type { MonitoringRow } from '#domain/day/monitoring';
import { groupBy } from '#domain/report/groups';
import { instantOnAxis, minuteOnAxis, type TimeAxis } from '#domain/day/day-bar';
import { MINUTES_PER_HOUR } from '#domain/time/units';
import { useList } from '#web/frame/list.ts';
import { goTo } from '#web/browser/navigation.ts';
import { useRequests } from '#web/requests/use-requests.tsx';
import { now } from '#web/time/clock.ts';
import { useNow } from '#web/time/use-now.tsx';
import { AxisScope } from '#web/timeline/axis.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable, toSortFieldProps } from '#web/ui/data-table.tsx';
import { FilterChips } from '#web/ui/filter-chips.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Pager, usePages } from '#web/ui/pager.tsx';
import { useFrozenOrder, useOrderFreeze, NewRowsButton } from '#web/ui/frozen-order.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { boardAxis, boardRow, type Board } from './board.ts';
import { AxisRow, EmployeeRow } from './employee-row.tsx';
import { CloseEntry, useClosedRows, withClosedRows } from './left-open.tsx';
import * as table from './status-table.ts';
import { useThrottled, type Monitor } from './use-monitor.ts';

const SORTED = table.BOARD_LIST.sorted;
/** Rows per page. A phone shows fewer, since its processor is slow and the lists below must stay in reach. */
const pageSize = (): number => (matchMedia('(width < 40rem)').matches ? 20 : 50);
/** Milliseconds. Rows update at once, but the order of the rows only once a second. */
const REORDER_EVERY_MS = 1000;

export function EmployeesStatus({ monitor, isPaused }: { monitor: Monitor; isPaused: boolean }) {
  const { board, view, zone, today } = monitor;
  const { query, change } = useList(table.BOARD_LIST);
  const shownQuery = useDeferredValue(query);
  const freeze = useOrderFreeze(isPaused);
  const listed = useThrottled(board.listed, REORDER_EVERY_MS);
  const closedRows = useClosedRows(board.leftOpen, shownQuery);
  const counts = useMemo(
    () => countByState(table.filterRows(listed, { ...shownQuery, show: '' })),
    [listed, shownQuery],
  );
  const corrections = useMemo(() => groupBy(view.corrections, ({ userId }) => userId), [view.corrections]);
  const { rows: requested } = useRequests('admin');
  const requests = useMemo(
    () => new Map(requested.map(({ correction }) => [correction.userId, correction.id])),
    [requested],
  );
  const order = useMemo(() => {
    const rows = table.filterRows(withClosedRows(listed, closedRows), shownQuery);
    const hasRequest = ({ person }: MonitoringRow) => requests.has(person.id);
    return table.sortRows(rows, shownQuery.sorted, { now: now(), hasRequest }).map(({ person }) => person.id);
  }, [listed, closedRows, shownQuery, requests]);
  const { ids, waiting } = useFrozenOrder(order, freeze.isFrozen, shownQuery);
  const [size] = useState(pageSize);
  /** Only a phone hides the fields. */
  const [isFiltering, setFiltering] = useState(query.search + query.studio !== '');
  const { shown, paging } = usePages(ids, size, shownQuery);
  const axis = useBoardAxis(monitor);
  const rows = shown.flatMap((id) => shownRow(board, id, closedRows.get(id)) ?? []);
  const needsNobody = (row: MonitoringRow) => !attentionOf(row, requests.has(row.person.id));
  const restAt = shownQuery.sorted.column === 'attention' ? rows.findIndex(needsNobody) : 0;
  const note = table.stateNote(
    shownQuery.show,
    view.settings,
    today,
    view.employees.some(({ planned }) => planned),
  );
  return (
    <Card aria-labelledby="all-employees" className="overflow-clip">
      <div className="grid items-center gap-3 px-4 py-3 sm:grid-cols-[auto_1fr]">
        <div className="flex min-h-8 flex-wrap items-center gap-2 pointer-coarse:min-h-11">
          <h2 id="all-employees" className="text-base font-semibold">
            {say('board.status')}
          </h2>
          {shownQuery.show !== '' && (
            <span className="hidden font-semibold print:inline">
              {say(table.STATE_LABELS[shownQuery.show])}
            </span>
          )}
          <NewRowsButton waiting={waiting} isPaused={isPaused} onShow={freeze.release}>
            <Badge>
              {table.isFiltered(shownQuery)
                ? say('board.foundOf', { found: String(ids.length), all: String(board.listed.length) })
                : sayNumber(board.listed.length)}
            </Badge>
          </NewRowsButton>
          {board.listed.length > 0 && (
            <Button
              size="small"
              look="quiet"
              className="-me-3 ms-auto min-w-11 sm:hidden"
              icon={<Search size={18} />}
              aria-expanded={isFiltering}
              onClick={() => setFiltering(!isFiltering)}
            >
              <span className="sr-only">{say('board.searchAndSort')}</span>
            </Button>
          )}
        </div>
        {board.listed.length > 0 && (
          <>
            <div className="min-w-0 sm:order-last sm:col-span-2">
              <FilterChips
                label={say('board.showOnly')}
                options={STATES}
                counts={counts}
                urgent={['late', 'missing', 'left-open']}
                isLine
                chosen={query.show}
                onChoose={(show) => change({ show: show === query.show ? '' : show })}
              />
              {note !== null && <p className="mt-2 text-sm text-muted">{note}</p>}
            </div>
            <div className={isFiltering ? undefined : 'max-sm:hidden'}>
              <StatusFilters query={query} studios={table.studiosOf(listed)} onChange={change} />
            </div>
          </>
        )}
      </div>
      {board.listed.length === 0 ? (
        <Empty
          icon={<Users size={32} />}
          title={say('board.noEmployees')}
          action={
            <Button icon={<UserPlus size={18} />} onClick={() => goTo(['employees', 'add'], {})}>
              {say('board.addEmployee')}
            </Button>
          }
        >
          {say('board.noEmployeesText')}
        </Empty>
      ) : (
        <>
          {ids.length === 0 ? (
            <div role="status" className="border-t border-line">
              <NobodyFits query={shownQuery} />
            </div>
          ) : (
            <AxisScope axis={axis} today={today}>
              <DataTable
                caption={say('board.status')}
                columns={SORTED.columns}
                sort={{
                  sorting: query.sorted,
                  onSort: (sorted) => change({ sorted }),
                  defaultSorting: SORTED.defaultSorting,
                }}
                body={freeze.handlers}
              >
                <AxisRow axis={axis} />
                {rows.map((row, index) => (
                  <EmployeeRow
                    key={row.person.id}
                    row={row}
                    zone={zone}
                    today={today}
                    settings={view.settings}
                    axis={axis}
                    wasOpen={closedRows.has(row.person.id)}
                    corrections={corrections.get(row.person.id) ?? NONE}
                    requestId={requests.get(row.person.id)}
                    isRestStart={index > 0 && index === restAt}
                  />
                ))}
              </DataTable>
            </AxisScope>
          )}
          <Pager label={say('employees.pages')} paging={paging} />
          {table.isFiltered(shownQuery) && (
            <div className="border-t border-line p-1 text-center print:hidden">
              <Button size="small" look="quiet" onClick={() => change(table.NO_FILTER)}>
                {say('board.showAll')}
              </Button>
            </div>
          )}
        </>
      )}
      <CloseEntry rows={board.leftOpen} />
    </Card>
  );
}

const NONE: readonly Correction[] = [];

/** Moves on only each hour, so that the bars stay where they are. */
function useBoardAxis({ board, today }: Monitor): TimeAxis {
  const hour = useNow((at) => Math.ceil(minuteOnAxis(at, today) / MINUTES_PER_HOUR));
  const { from, to } = useMemo(
    () => boardAxis(board, instantOnAxis(hour * MINUTES_PER_HOUR, today)),
    [board, today, hour],
  );
  return useMemo(() => ({ from, to }), [from, to]);
}

/**
 * Closing the open entry of a former employee removes that person from the board. The list keeps the last row, without
 * the entry.
 */
function shownRow(board: Board, id: string, last: MonitoringRow | undefined): MonitoringRow | undefined {
  return (
    boardRow(board, id) ??
    board.leftOpen.find(({ person }) => person.id === id) ??
    (last && { ...last, entry: null, status: 'clocked-out', leftOpen: null, forgottenEntry: null })
  );
}

function NobodyFits({ query: { search, show, studio } }: { query: table.BoardFilter }) {
  const isByStateAlone = search.trim() === '' && studio === '';
  return show !== '' && isByStateAlone ? (
    <Empty icon={<Users size={32} />} title={say(table.NOBODY_TEXTS[show])} />
  ) : (
    <Empty icon={<SearchX size={32} />} title={say('board.nobodyFound')}>
      {say('board.noMatch')}
    </Empty>
  );
}

const STATES = textTable(
  Object.fromEntries(BOARD_STATES.map((state) => [state, table.STATE_LABELS[state]])) as Record<
    (typeof BOARD_STATES)[number],
    PlainKey
  >,
);

interface StatusFiltersProps {
  query: table.BoardQuery;
  studios: readonly string[];
  onChange: (change: Partial<table.BoardQuery>) => void;
}

/** On a phone the table has no headings to sort by, so the order is a field. */
const SORT_CHOICES = [{ name: 'attention', label: 'board.attention' } as const, ...SORTED.columns];

const StatusFilters = ({ query, studios, onChange }: StatusFiltersProps) => (
  <div
    role="search"
    aria-label={say('board.filter')}
    className="grid grid-cols-2 gap-2 sm:ms-auto sm:flex sm:w-full sm:max-w-120 print:hidden"
  >
    <div className="flex min-w-0 grow max-sm:col-span-2">
      <SearchBox
        placeholder={say('board.searchByName')}
        value={query.search}
        onChange={(search) => onChange({ search })}
      />
    </div>
    <PickField
      label={say('board.studio')}
      options={{ '': say('board.allStudios'), ...Object.fromEntries(studios.map((name) => [name, name])) }}
      value={query.studio}
      onChange={(studio) => onChange({ studio })}
    />
    <div className="flex min-w-0 sm:hidden">
      <PickField
        {...toSortFieldProps({
          columns: SORT_CHOICES,
          sorting: query.sorted,
          onSort: (sorted) => onChange({ sorted }),
        })}
      />
    </div>
  </div>
);
