/**
 * A table that is sorted by its columns: each heading is a button that says which way it is sorted now. On a
 * phone, where rows fold and headings have no room, they come up when the keyboard reaches them, and fingers
 * get a `SortSelect`. What it shows of many rows is cut by `usePages`. Memoise rows that live changes touch:
 * then each of them is drawn anew alone.
 */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { SelectField } from './field.tsx';
import { HeadCell, TableFrame } from './table.tsx';

export interface DataColumn<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly align?: 'right';
  /** Figures and times are looked at from the highest down, names from A on. */
  readonly isHighestFirst?: boolean;
  /** A class for its share of a desk's width. With one, columns keep theirs whatever stands in them. */
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
  /** An order that is no column's: the third press of a heading comes back to it. */
  home?: Sorting<Name>;
}

interface DataTableProps<Name extends string> extends Pick<
  ComponentProps<typeof TableFrame>,
  'caption' | 'foot' | 'inset' | 'body'
> {
  columns: readonly DataColumn<Name>[];
  /** Left out where the order of the rows is given. */
  sort?: Omit<SortProps<Name>, 'columns'>;
  children: ReactNode;
}

export const DataTable = <Name extends string>({ columns, sort, ...rest }: DataTableProps<Name>) => (
  <TableFrame
    {...rest}
    className={columns.some(({ width }) => width !== undefined) ? 'lg:table-fixed' : undefined}
    head={columns.map((column) => {
      const look = classes('py-1', column.align === 'right' && 'text-right', column.width);
      return sort ? (
        <SortHeading key={column.name} column={column} sort={sort} look={look} />
      ) : (
        <HeadCell key={column.name} className={look}>
          <span className="inline-flex min-h-8 items-center">{column.label}</span>
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

/** Its button reaches beyond the column's text, which so stands above that of the cells. */
function SortHeading<Name extends string>({
  column,
  sort: { sorting, onSort, home },
  look,
}: SortHeadingProps<Name>) {
  const order = sorting.column !== column.name ? 'none' : sorting.descending ? 'descending' : 'ascending';
  const Icon = ICONS[order];
  return (
    <HeadCell aria-sort={order} className={look}>
      <button
        type="button"
        onClick={() => onSort(sortedNext(sorting, column, home))}
        className={classes(
          '-mx-2 inline-flex min-h-8 items-center gap-1 rounded-sm px-2 [text-align:inherit] lg:whitespace-nowrap print:whitespace-nowrap hover:bg-sunken hover:text-ink',
          order !== 'none' && 'text-ink',
        )}
      >
        {column.label}
        <Icon
          aria-hidden
          size={14}
          className={classes('shrink-0 print:hidden', order === 'none' ? 'opacity-50' : 'text-accent')}
        />
      </button>
    </HeadCell>
  );
}

/**
 * What the press of a heading asks for: its column, the other way round where it is sorted by that one already, and
 * after that the order that is no column's, where there is one.
 */
export function sortedNext<Name extends string>(
  sorting: Sorting<Name>,
  { name, isHighestFirst = false }: DataColumn<Name>,
  home?: Sorting<Name>,
): Sorting<Name> {
  const isAgain = sorting.column === name;
  if (home && isAgain && sorting.descending !== isHighestFirst) return home;
  return { column: name, descending: isAgain ? !sorting.descending : isHighestFirst };
}

/** What a phone has in place of the headings. */
export const SortSelect = <Name extends string>({ columns, sorting, onSort }: SortProps<Name>) => (
  <div className="sm:hidden">
    <SelectField
      label="Sort by"
      options={columns.map(({ label }) => label)}
      value={columns.find(({ name }) => name === sorting.column)?.label}
      onChange={(chosen) => {
        const column = columns.find(({ label }) => label === chosen);
        if (column) onSort({ column: column.name, descending: column.isHighestFirst ?? false });
      }}
    />
  </div>
);
