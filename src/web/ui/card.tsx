import { useId, type ComponentProps, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { ChevronDown } from 'lucide-react';

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

interface FoldTitleProps {
  id: string;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A heading that opens and closes the section below it. */
export const FoldTitle = ({ id, isOpen, onToggle, children }: FoldTitleProps) => (
  <h2 id={id} className="min-w-0 grow text-base font-semibold">
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex min-h-11 w-full items-center gap-2 rounded-md text-left"
    >
      {children}
      <ChevronDown
        size={18}
        className={classes('shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
      />
    </button>
  </h2>
);

type SectionProps = { title: string; aside?: ReactNode; children: ReactNode };

export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex items-baseline justify-between gap-2">
        <h3 id={id} className="text-sm font-semibold">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
