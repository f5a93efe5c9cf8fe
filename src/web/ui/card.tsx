import { useId, type ComponentProps, type ReactNode } from 'react';
import { classes } from './classes.ts';

interface CardProps extends ComponentProps<'section'> {
  /** True if a popup of this card must overlap the cards below. */
  hasPopup?: boolean;
}

/** Without `isolate`, changes elsewhere repaint the card. That took half of each frame on a slow phone. */
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

interface TitledCardProps extends Omit<CardProps, 'title'> {
  title: ReactNode;
  aside?: ReactNode;
}

export function TitledCard({ title, aside, className, children, ...card }: TitledCardProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} {...card} className={classes('p-4 sm:p-6', className)}>
      <CardTitle id={id} aside={aside}>
        {title}
      </CardTitle>
      {children}
    </Card>
  );
}
