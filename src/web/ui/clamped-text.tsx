import { ChevronDown, ChevronUp } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';

/** Shows two lines, and a button that opens the rest. `of`: what the text is, for screen readers. */
export function ClampedText({ children, of }: { children: string; of: string }) {
  const text = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = text.current;
    if (!element || isOpen) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen, children]);
  const Icon = isOpen ? ChevronUp : ChevronDown;
  return (
    <span className="min-w-0">
      <span ref={text} className={classes('wrap-anywhere', isOpen ? 'whitespace-pre-line' : 'line-clamp-2')}>
        {children}
      </span>
      {isCut && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-6 items-center gap-1 rounded-sm font-semibold text-accent-strong max-sm:min-h-11"
        >
          {isOpen ? 'Show less' : 'Show all'}
          <span className="sr-only"> of {of}</span>
          <Icon size={14} />
        </button>
      )}
    </span>
  );
}
