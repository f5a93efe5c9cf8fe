import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

export const Card = ({ className, ...rest }: ComponentProps<'section'>) => (
  <section {...rest} className={classes('rounded-lg border border-line bg-surface shadow-card', className)} />
);

/** The card's heading, with room for something at its right. `id` lets the card name itself by it. */
export const CardTitle = ({
  id,
  children,
  aside,
}: {
  id?: string;
  children: ReactNode;
  aside?: ReactNode;
}) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <h2 id={id} className="text-base font-semibold">
      {children}
    </h2>
    {aside}
  </div>
);
