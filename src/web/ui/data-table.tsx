/** A dense table whose columns say how they are aligned and whether they sort. On a phone each row folds, as in `table.tsx`. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface DataColumn {
  readonly title: string;
  readonly align?: 'right';
  /** Left out for a column that cannot be sorted by. */
  readonly sort?: { readonly order: 'ascending' | 'descending' | null; readonly change: () => void };
}

interface DataTableProps {
  /** Names it for those who do not see the heading above. */
  caption: string;
  columns: readonly DataColumn[];
  children: ReactNode;
  /** Rows that sum up. */
  foot?: ReactNode;
}

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const;

export const DataTable = ({ caption, columns, children, foot }: DataTableProps) => (
  <table role="table" className="w-full text-left text-sm max-sm:block">
    <caption className="sr-only">{caption}</caption>
    <thead role="rowgroup" className="max-sm:sr-only">
      <tr role="row" className="border-b border-line text-muted">
        {columns.map((column) => <Heading key={column.title} column={column} />)}
      </tr>
    </thead>
    <tbody role="rowgroup" className="divide-y divide-line max-sm:block max-sm:border-t max-sm:border-line">{children}</tbody>
    {foot !== undefined && <tfoot role="rowgroup" className="border-t-2 border-line bg-page font-semibold max-sm:block">{foot}</tfoot>}
  </table>
);

function Heading({ column: { title, align, sort } }: { column: DataColumn }) {
  const Icon = ICONS[sort?.order ?? 'none'];
  return (
    <th role="columnheader" scope="col" aria-sort={sort?.order ?? undefined} className={classes('px-2 py-1 font-semibold first:pl-6 last:pr-6', align === 'right' && 'text-right')}>
      {sort ? (
        <button type="button" onClick={sort.change} className={classes('inline-flex min-h-8 items-center gap-1 rounded-sm hover:text-ink', sort.order !== null && 'text-ink')}>
          {title}
          <Icon aria-hidden size={14} className={classes('shrink-0', sort.order === null && 'opacity-50')} />
        </button>
      ) : <span className="inline-flex min-h-8 items-center">{title}</span>}
    </th>
  );
}
