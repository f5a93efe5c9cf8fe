import { sortField, type Sorting } from '#web/ui/data-table.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { setParams } from '#web/browser/navigation.ts';
import { SORT_CHOICES, sortingParams, type StatusColumn, type StatusFilter } from './status-table.ts';
import { BOARD_STATES, type BoardState, type Tally } from '#domain/day/attention';
import { classes } from '#web/ui/classes.ts';
import { STATE_WORDS } from './state-words.ts';

interface StateFilterProps {
  counts: Tally;
  chosen: BoardState | null;
  onChoose: (state: BoardState | null) => void;
}

export const StateFilter = ({ counts, chosen, onChoose }: StateFilterProps) => (
  <div
    role="group"
    aria-label="Show only"
    className="grid grid-cols-3 gap-2 sm:grid-cols-4 lg:grid-cols-7 print:hidden"
  >
    {BOARD_STATES.map((state) => (
      <button
        key={state}
        type="button"
        aria-pressed={state === chosen}
        onClick={() => onChoose(state === chosen ? null : state)}
        className={classes(
          'flex min-h-12 flex-col-reverse justify-center rounded-md border px-2.5 text-left select-none sm:min-h-9 sm:flex-row sm:items-center sm:justify-between sm:gap-1 sm:pointer-coarse:min-h-11',
          state === chosen
            ? 'border-accent bg-accent-soft font-semibold text-accent-strong forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
            : 'border-line bg-surface text-muted hover:bg-page hover:text-ink',
        )}
      >
        <span className="text-xs sm:truncate sm:text-sm">{STATE_WORDS[state].label} </span>
        <span
          className={classes(
            'self-start rounded-sm text-base font-semibold tabular-nums sm:self-auto sm:text-sm',
            countLook(state, counts[state]),
          )}
        >
          {counts[state].toLocaleString('en-US')}
        </span>
      </button>
    ))}
  </div>
);

const EXCEPTIONS: ReadonlySet<BoardState> = new Set<BoardState>(['late', 'missing', 'left-open']);

function countLook(state: BoardState, count: number): string {
  if (count === 0) return 'font-normal';
  return EXCEPTIONS.has(state) ? 'bg-warning-soft px-1.5 text-warning max-sm:-ml-1.5' : 'text-ink';
}

interface StatusFiltersProps {
  filter: StatusFilter;
  sorting: Sorting<StatusColumn>;
  studios: readonly string[];
  onFilter: (change: Partial<StatusFilter>) => void;
}

export const sortBy = (sorting: Sorting<StatusColumn>): void => setParams(sortingParams(sorting));

const ALL = 'All';

/** A phone, which has no headings, also chooses the order here. */
export const StatusFilters = ({ filter, sorting, studios, onFilter }: StatusFiltersProps) => (
  <div
    role="search"
    aria-label="Filter employees"
    className="grid grid-cols-2 gap-2 sm:ml-auto sm:flex sm:w-full sm:max-w-120 print:hidden"
  >
    <div className="flex min-w-0 grow max-sm:col-span-2">
      <SearchBox placeholder="Search by name" value={filter.name} onChange={(name) => onFilter({ name })} />
    </div>
    <PickField
      label="Studio"
      options={[ALL, ...studios]}
      value={filter.studio || ALL}
      onChange={(studio) => onFilter({ studio: studio === ALL ? '' : studio })}
    />
    <div className="flex min-w-0 sm:hidden">
      <PickField {...sortField({ columns: SORT_CHOICES, sorting, onSort: sortBy })} />
    </div>
  </div>
);
