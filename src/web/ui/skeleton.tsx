import { classes } from './classes.ts';

/** The shape of what is coming; seen only after 200 ms, so that what is quick does not flicker. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden className={classes('animate-late block rounded-md bg-line', className)} />
);
