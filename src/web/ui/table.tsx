/**
 * A dense table of 14 px. On a phone each row folds into two lines: give its cells their places there by `max-sm:order-*`
 * and their shares of the line by `max-sm:basis-*`. The roles
 * stand there in so many words because a folded table would lose them in some browsers.
 */
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

/** `caption` names it for those who do not see the heading above. */
export const Table = ({ caption, columns, children }: { caption: string; columns: readonly string[]; children: ReactNode }) => (
  <table role="table" className="w-full text-left text-sm max-sm:block">
    <caption className="sr-only">{caption}</caption>
    <thead role="rowgroup" className="max-sm:sr-only">
      <tr role="row" className="border-b border-line text-muted">
        {columns.map((column) => <th key={column} role="columnheader" scope="col" className="px-2 py-2 font-semibold first:pl-4 last:pr-4 last:text-right">{column}</th>)}
      </tr>
    </thead>
    <tbody role="rowgroup" className="divide-y divide-line max-sm:block max-sm:border-t max-sm:border-line">{children}</tbody>
  </table>
);

export const Row = ({ className, ...rest }: ComponentProps<'tr'>) => (
  <tr role="row" {...rest} className={classes('max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:justify-between max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-4 max-sm:py-2.5', className)} />
);

export const Cell = ({ className, ...rest }: ComponentProps<'td'>) => (
  <td role="cell" {...rest} className={classes('sm:px-2 sm:py-2.5 sm:first:pl-4 sm:last:pr-4 sm:last:text-right', className)} />
);
