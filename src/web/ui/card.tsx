import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

interface CardProps extends ComponentProps<'section'> {
  /** Something in it hangs out of it while it is open, over the cards below. */
  hasPopup?: boolean;
}

/**
 * Painted apart (`isolate`): where something else on the page changes the browser keeps what it has painted of a
 * card, instead of going through all of its content again. On a slow phone that was half of each frame.
 */
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
