import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

interface CardProps extends ComponentProps<'section'> {
  /** A popup may overlap the cards below. */
  hasPopup?: boolean;
}

/** `isolate` keeps painted content when something else changes, which was half of each frame on a slow phone. */
export const Card = ({ hasPopup = false, className, ...rest }: CardProps) => (
  <section
    {...rest}
    className={classes(
      'rounded-lg border border-line bg-surface shadow-card',
      !hasPopup && 'isolate',
      className,
    )}
  />
);

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
