import { classes } from './classes.ts';
import { LoaderCircle } from 'lucide-react';

/** Decoration: text next to it says what happens. */
export const Spinner = ({ size = 20 }: { size?: number }) => (
  <LoaderCircle size={size} className="animate-turn shrink-0" />
);

/** Visible after 200 ms, so that nothing flickers when the data arrives quickly. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden className={classes('animate-late block rounded-md bg-line', className)} />
);

export const Skeletons = ({ count, className }: { count: number; className: string }) =>
  Array.from({ length: count }, (_, index) => <Skeleton key={index} className={className} />);

export const Loading = ({ what = 'Loading...' }: { what?: string }) => (
  <p role="status" className="sr-only">
    {what}
  </p>
);
