import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { LoaderCircle } from 'lucide-react';

/** Decoration: text next to it says what happens. */
export const Spinner = ({ size = 20 }: { size?: number }) => (
  <LoaderCircle size={size} className="animate-turn shrink-0" />
);

type SkeletonProps = { className: string; children?: ReactNode };

/** Visible after 200 ms, so that nothing flickers. With a title it is a card, and visible at once. */
export const Skeleton = ({ className, children }: SkeletonProps) => (
  <span aria-hidden className={classes('block', children === undefined ? PART_CLASS : CARD_CLASS, className)}>
    {children}
  </span>
);

const PART_CLASS = 'animate-late rounded-md bg-line';
const CARD_CLASS = 'overflow-hidden rounded-lg border border-line bg-surface font-semibold shadow-card';

export const Skeletons = ({ count, className }: { count: number; className: string }) =>
  Array.from({ length: count }, (_, index) => <Skeleton key={index} className={className} />);

export const Loading = ({ what = 'Loading...' }: { what?: string }) => (
  <p role="status" className="sr-only">
    {what}
  </p>
);
