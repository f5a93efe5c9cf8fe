import { say } from '#texts/say';
import { ChevronLeft, ChevronRight, ChevronDown } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';

/** Splits items into pages; print shows all. @param question filter and sorting; a change returns to the first page */
export function usePages<Item>(items: readonly Item[], pageSize: number, question: unknown) {
  const [wanted, setWanted] = useState({ question, page: 0 });
  if (wanted.question !== question) setWanted({ question, page: 0 });
  const last = Math.max(0, Math.ceil(items.length / pageSize) - 1);
  const page = Math.min(wanted.page, last);
  // The page number changes at once; the rows are redrawn later.
  const drawn = useDeferredValue(wanted);
  const drawnPage = drawn.question === question ? Math.min(drawn.page, last) : page;
  const isPrinting = usePrinting();
  const shown = useMemo(
    () => (isPrinting ? items : items.slice(drawnPage * pageSize, (drawnPage + 1) * pageSize)),
    [items, drawnPage, pageSize, isPrinting],
  );
  return {
    shown,
    paging: {
      /** Counted from 0. */
      page,
      pageSize,
      count: items.length,
      onPage: (next: number) => setWanted({ question, page: next }),
    },
  };
}

interface PagerProps extends Pick<ReturnType<typeof usePages>, 'paging'> {
  label: string;
}

/** '51-100 of 5,000'; nothing for a single page. */
export function Pager({ label, paging: { page, pageSize, count, onPage } }: PagerProps) {
  const last = Math.ceil(count / pageSize) - 1;
  if (last <= 0) return null;
  return (
    <nav
      aria-label={label}
      className="flex items-center justify-between gap-3 border-t border-line px-4 py-3 print:hidden"
    >
      <Button
        size="small"
        icon={<ChevronLeft size={16} />}
        isBlocked={page === 0}
        onClick={() => onPage(page - 1)}
      >
        {say('pager.previous')}
      </Button>
      <p className="text-sm text-muted tabular-nums">
        {say('pager.range', {
          first: page * pageSize + 1,
          last: Math.min(count, (page + 1) * pageSize),
          all: count,
        })}
      </p>
      <Button size="small" isBlocked={page === last} onClick={() => onPage(page + 1)}>
        {say('pager.next')}
        <ChevronRight size={16} />
      </Button>
    </nav>
  );
}

/** True while the browser prints. `flushSync` draws all rows before printing starts. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

interface MoreButtonProps {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): Promise<unknown>;
  };
  label: string;
  onPress?: () => void;
}

export const MoreButton = ({ query, label, onPress }: MoreButtonProps) =>
  query.hasNextPage && (
    <div className="border-t border-line p-2 text-center">
      <Button
        size="small"
        icon={<ChevronDown size={16} />}
        isBusy={query.isFetchingNextPage}
        onClick={() => {
          onPress?.();
          void query.fetchNextPage();
        }}
      >
        {label}
      </Button>
    </div>
  );
