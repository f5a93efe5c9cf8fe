import { ChevronDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classes } from './classes.ts';

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
      className="flex min-h-11 w-full items-center gap-2 rounded-md text-start"
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
