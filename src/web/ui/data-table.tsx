/** A sortable table. On a phone a field (`sortField`) replaces the headings. Memoise rows that live changes touch. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { HeadCell, TableFrame } from './table.tsx';

export interface DataColumn<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly align?: 'right';
  /** Numbers and times sort from the highest down, names from A. */
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
  home?: Sorting<Name>;
}

interface DataTableProps<Name extends string> extends Pick<
  ComponentProps<typeof TableFrame>,
  'caption' | 'foot' | 'inset' | 'body'
> {
  columns: readonly DataColumn<Name>[];
  /** Leave it out for a fixed order. */
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

/** The clickable area is larger than the text, which stays aligned with the cells. */
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
          size={14}
          className={classes('shrink-0 print:hidden', order === 'none' ? 'opacity-50' : 'text-accent')}
        />
      </button>
    </HeadCell>
  );
}

/** First press: sort; second: reverse; third: the `home` order, if there is one. */
export function sortedNext<Name extends string>(
  sorting: Sorting<Name>,
  { name, isHighestFirst = false }: DataColumn<Name>,
  home?: Sorting<Name>,
): Sorting<Name> {
  const isAgain = sorting.column === name;
  if (home && isAgain && sorting.descending !== isHighestFirst) return home;
  return { column: name, descending: isAgain ? !sorting.descending : isHighestFirst };
}

/** Name for the address: '-hours' sorts the highest first. Undefined for the `home` order. */
export const sortingName = <Name extends string>(
  { column, descending }: Sorting<Name>,
  home: Sorting<Name>,
): string | undefined => (column === home.column ? undefined : `${descending ? '-' : ''}${column}`);

export function sortingNamed<Name extends string>(
  text: string,
  columns: readonly DataColumn<Name>[],
  home: Sorting<Name>,
): Sorting<Name> {
  const column = columns.find(({ name }) => name === text.replace(/^-/, ''))?.name;
  return column === undefined ? home : { column, descending: text.startsWith('-') };
}

/** Replaces the headings on a phone. */
export const sortField = <Name extends string>({ columns, sorting, onSort }: SortProps<Name>) => ({
  label: 'Sort by',
  options: Object.fromEntries(columns.map(({ name, label }) => [name, label])) as Record<Name, string>,
  value: sorting.column,
  onChange: (chosen: Name) => {
    const { isHighestFirst = false } = columns.find(({ name }) => name === chosen) ?? {};
    onSort({ column: chosen, descending: isHighestFirst });
  },
});
