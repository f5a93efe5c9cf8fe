/** On a phone each row wraps into lines. Some browsers then drop the table roles, so they are explicit. */
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classes } from './classes.ts';

interface TableFrameProps {
  caption: string;
  /** One `HeadCell` per column. Hidden on a phone until the keyboard focus reaches one. */
  head: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
  /** `wide` aligns the table with the card's other content. */
  inset?: 'usual' | 'wide';
  className?: string | undefined;
  body?: Omit<ComponentProps<'tbody'>, 'children'> | undefined;
}

const INSETS = {
  usual: '[--inset:--spacing(4)]',
  wide: '[--inset:--spacing(4)] sm:[--inset:--spacing(6)]',
} as const;

/** With `isolate`, as in cards, typing in a field above the table does not repaint the rows. */
export const TableFrame = ({
  caption,
  head,
  children,
  foot,
  inset = 'usual',
  className,
  body,
}: TableFrameProps) => (
  <table
    role="table"
    className={classes(
      'isolate w-full text-start text-sm max-sm:block print:text-xs',
      INSETS[inset],
      className,
    )}
  >
    <caption className="sr-only">{caption}</caption>
    <thead
      role="rowgroup"
      className="max-sm:sr-only max-sm:focus-within:not-sr-only max-sm:focus-within:block"
    >
      <tr
        role="row"
        className="border-b border-line text-muted max-sm:flex max-sm:flex-wrap max-sm:px-(--inset)"
      >
        {head}
      </tr>
    </thead>
    <tbody
      role="rowgroup"
      className="divide-y divide-line max-sm:block max-sm:border-t max-sm:border-line"
      {...body}
    >
      {children}
    </tbody>
    {foot !== undefined && (
      <tfoot role="rowgroup" className="border-t-2 border-line bg-page font-semibold max-sm:block">
        {foot}
      </tfoot>
    )}
  </table>
);

export const HeadCell = ({ className, ...rest }: ComponentProps<'th'>) => (
  <th
    role="columnheader"
    scope="col"
    {...rest}
    className={classes(
      'font-semibold max-sm:pe-4 sm:px-2 sm:first:ps-(--inset) sm:last:pe-(--inset)',
      className,
    )}
  />
);

export const Table = ({
  caption,
  columns,
  children,
}: {
  caption: string;
  columns: readonly string[];
  children: ReactNode;
}) => (
  <TableFrame
    caption={caption}
    head={columns.map((column) => (
      <HeadCell key={column} className="py-2 last:text-end">
        {column}
      </HeadCell>
    ))}
  >
    {children}
  </TableFrame>
);

const FOLDS = {
  lines: 'max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:justify-between max-sm:gap-x-3',
  grid: 'max-sm:grid max-sm:gap-x-2',
} as const;

/** `fold` is the layout on a phone: wrapping lines, or a grid with the columns of `className`. */
export const Row = ({
  fold = 'lines',
  className,
  ...rest
}: ComponentProps<'tr'> & { fold?: keyof typeof FOLDS }) => (
  <tr
    role="row"
    {...rest}
    className={classes(
      'break-inside-avoid max-sm:gap-y-1 max-sm:px-(--inset) max-sm:py-2.5',
      FOLDS[fold],
      className,
    )}
  />
);

/** True for a press on a row itself, not on a button in it. A press that selects text is none. */
export const isRowPress = ({ target, currentTarget }: MouseEvent): boolean =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  !target.closest('button, [role=menu]') &&
  getSelection()?.isCollapsed !== false;

const ALIGNED = { left: '', right: 'sm:text-end', 'last right': 'sm:last:text-end' } as const;

/** By default the text of the last cell in a row is at the right. */
export const Cell = ({
  align = 'last right',
  className,
  ...rest
}: Omit<ComponentProps<'td'>, 'align'> & { align?: keyof typeof ALIGNED }) => (
  <td
    role="cell"
    {...rest}
    className={classes(
      'sm:px-2 sm:py-2 sm:first:ps-(--inset) sm:last:pe-(--inset) print:py-1',
      ALIGNED[align],
      className,
    )}
  />
);
