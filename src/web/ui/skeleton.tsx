import { classes } from './classes.ts';
import { LoaderCircle } from 'lucide-react';

/** Decoration beside words that say what is going on. */
export const Spinner = ({ size = 20 }: { size?: number }) => (
  <LoaderCircle aria-hidden size={size} className="animate-turn shrink-0" />
);

/** The shape of what is coming; seen only after 200 ms, so that what is quick does not flicker. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden className={classes('animate-late block rounded-md bg-line', className)} />
);
