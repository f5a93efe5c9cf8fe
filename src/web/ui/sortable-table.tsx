/**
 * A table whose columns can be sorted by: each heading is a button that says which way it is sorted now. On a phone, where rows fold
 * and headings have no room, they come up when the keyboard reaches them; give fingers a select of their own.
 */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Sorting<Column extends string> {
  readonly by: Column;
  readonly descending: boolean;
}

interface SortableTableProps<Column extends string> {
  caption: string;
  columns: readonly { readonly name: Column; readonly label: string; readonly className?: string }[];
  sorting: Sorting<Column>;
  onSort: (sorting: Sorting<Column>) => void;
  children: ReactNode;
}

export const SortableTable = <Column extends string>({ caption, columns, sorting, onSort, children }: SortableTableProps<Column>) => (
  <table role="table" className="w-full text-left text-sm max-sm:block lg:table-fixed">
    <caption className="sr-only">{caption}</caption>
    <thead role="rowgroup" className="max-sm:sr-only max-sm:focus-within:not-sr-only max-sm:focus-within:block">
      <tr role="row" className="border-b border-line text-muted max-sm:flex max-sm:flex-wrap">
        {columns.map(({ name, label, className }) => {
          const isChosen = sorting.by === name;
          const Icon = !isChosen ? ChevronsUpDown : sorting.descending ? ArrowDown : ArrowUp;
          return (
            <th key={name} role="columnheader" scope="col" aria-sort={!isChosen ? 'none' : sorting.descending ? 'descending' : 'ascending'} className={`px-1 py-1 font-semibold first:pl-2 last:pr-2 last:text-right ${className ?? ''}`}>
              <button type="button" onClick={() => onSort({ by: name, descending: isChosen && !sorting.descending })} className="inline-flex min-h-8 items-center gap-1 rounded-sm px-2 whitespace-nowrap hover:bg-sunken hover:text-ink">
                {label}
                <Icon aria-hidden size={14} className={isChosen ? 'text-accent' : ''} />
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
    {children}
  </table>
);
