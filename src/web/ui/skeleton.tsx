import { say } from '#texts/say';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { LoaderCircle } from 'lucide-react';

/** Decoration: text next to it says what happens. */
export const Spinner = ({ size = 20 }: { size?: number }) => (
  <LoaderCircle size={size} className="animate-turn shrink-0" />
);

type SkeletonProps = { className: string; children?: ReactNode };

/** Visible after 200 ms, so that nothing flickers. With content it is a card, and visible at once. */
export const Skeleton = ({ className, children }: SkeletonProps) => (
  <span aria-hidden className={classes('block', children === undefined ? PART_CLASS : CARD_CLASS, className)}>
    {children}
    {typeof children === 'string' && <SkeletonLines className="mt-1.5" />}
  </span>
);

const PART_CLASS = 'animate-late rounded-md bg-line';
const CARD_CLASS = 'overflow-hidden rounded-lg border border-line bg-surface font-semibold shadow-card';

/** Lines of text, as many as its place has room for. */
export const SkeletonLines = ({ className }: { className: string }) => (
  <span aria-hidden className={classes('grid content-start gap-4 overflow-hidden py-2', className)}>
    <Skeletons count={8} className="h-4 odd:w-3/5" />
  </span>
);

export const Skeletons = ({ count, className }: { count: number; className: string }) =>
  Array.from({ length: count }, (_, index) => <Skeleton key={index} className={className} />);

/** Rows of a list that loads. `cells`: a CSS class of each cell. */
export const SkeletonRows = ({
  count = 6,
  cells,
  className,
}: {
  count?: number;
  cells: readonly string[];
  className?: string;
}) =>
  Array.from({ length: count }, (_, index) => (
    <span
      key={index}
      aria-hidden
      className={classes('flex min-h-14 items-center gap-4 border-line not-first:border-t', className)}
    >
      {cells.map((cell) => (
        <Skeleton key={cell} className={cell} />
      ))}
    </span>
  ));

/** A person, and what the row says of them. */
export const PERSON_CELLS = [
  'size-9 shrink-0 rounded-full!',
  'h-4 w-40 max-w-2/5',
  'ms-auto h-4 w-24 max-sm:hidden',
  'ms-auto h-4 w-16',
];

/** A day: its name, bar and hours. */
export const DAY_CELLS = ['h-4 w-10 shrink-0', 'h-6 grow', 'h-4 w-16'];

export const Loading = ({ what = say('common.loading') }: { what?: string }) => (
  <p role="status" className="sr-only">
    {what}
  </p>
);
