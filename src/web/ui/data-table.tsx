/** A sortable table. On a phone a select (`toSortFieldProps`) replaces the headings. Memoise rows with live changes. */
import { say, type PlainKey } from '#texts/say';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { HeadCell, TableFrame } from './table.tsx';

export interface DataColumn<Name extends string> {
  readonly name: Name;
  readonly label: PlainKey;
  readonly align?: 'right';
  /** True for numbers and times: the first press sorts the highest first. False for names. */
  readonly isHighestFirst?: boolean;
  /** A width class, for columns that must not follow their content. */
  readonly width?: string;
}

export interface Sorting<Name extends string> {
  readonly column: Name;
  readonly descending: boolean;
}

interface SortProps<Name extends string> {
  columns: readonly DataColumn<Name>[];
  sorting: Sorting<Name>;
  onSort: (sorting: Sorting<Name>) => void;
  /** An order that belongs to no column. The third press of a heading returns to it. */
  defaultSorting?: Sorting<Name>;
}

interface DataTableProps<Name extends string> extends Pick<
  ComponentProps<typeof TableFrame>,
  'caption' | 'foot' | 'inset' | 'body'
> {
  columns: readonly DataColumn<Name>[];
  /** Undefined if the order is fixed: then headings are no buttons. */
  sort?: Omit<SortProps<Name>, 'columns'>;
  children: ReactNode;
}

export const DataTable = <Name extends string>({ columns, sort, ...rest }: DataTableProps<Name>) => (
  <TableFrame
    {...rest}
    className={columns.some(({ width }) => width !== undefined) ? 'lg:table-fixed' : undefined}
    head={columns.map((column) => {
      const look = classes('py-1', column.align === 'right' && 'text-end', column.width);
      return sort ? (
        <SortHeading key={column.name} column={column} sort={sort} look={look} />
      ) : (
        <HeadCell key={column.name} className={look}>
          <span className="inline-flex min-h-8 items-center">{say(column.label)}</span>
        </HeadCell>
      );
    })}
  />
);

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const;

interface SortHeadingProps<Name extends string> {
  column: DataColumn<Name>;
  sort: Omit<SortProps<Name>, 'columns'>;
  look: string;
}

/** The clickable area is larger than the text, which stays aligned with the cells. */
function SortHeading<Name extends string>({
  column,
  sort: { sorting, onSort, defaultSorting },
  look,
}: SortHeadingProps<Name>) {
  const order = sorting.column !== column.name ? 'none' : sorting.descending ? 'descending' : 'ascending';
  const Icon = ICONS[order];
  return (
    <HeadCell aria-sort={order} className={look}>
      <button
        type="button"
        onClick={() => onSort(nextSorting(sorting, column, defaultSorting))}
        className={classes(
          '-mx-2 inline-flex min-h-8 items-center gap-1 rounded-sm px-2 [text-align:inherit] lg:whitespace-nowrap print:whitespace-nowrap hover:bg-sunken hover:text-ink',
          order !== 'none' && 'text-ink',
        )}
      >
        {say(column.label)}
        <Icon
          size={14}
          className={classes(
            'shrink-0 print:hidden',
            order === 'none' ? 'opacity-50 lg:max-xl:hidden' : 'text-accent',
          )}
        />
      </button>
    </HeadCell>
  );
}

/** First press: sort; second: reverse; third: `defaultSorting`, if there is one. */
export function nextSorting<Name extends string>(
  sorting: Sorting<Name>,
  { name, isHighestFirst = false }: DataColumn<Name>,
  defaultSorting?: Sorting<Name>,
): Sorting<Name> {
  const isSameColumn = sorting.column === name;
  if (defaultSorting && isSameColumn && sorting.descending !== isHighestFirst) return defaultSorting;
  return { column: name, descending: isSameColumn ? !sorting.descending : isHighestFirst };
}

/** Returns props for a select, which replaces the headings on a phone. */
export const toSortFieldProps = <Name extends string>({ columns, sorting, onSort }: SortProps<Name>) => ({
  label: say('table.sortBy'),
  options: Object.fromEntries(columns.map(({ name, label }) => [name, say(label)])) as Record<Name, string>,
  value: sorting.column,
  onChange: (chosen: Name) => {
    const { isHighestFirst = false } = columns.find(({ name }) => name === chosen) ?? {};
    onSort({ column: chosen, descending: isHighestFirst });
  },
});
