import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

interface PagerProps {
  /** What is paged, for the names of the buttons: 'employees'. */
  of: string;
  /** From 0. */
  page: number;
  pageSize: number;
  count: number;
  onPage: (page: number) => void;
}

const number = new Intl.NumberFormat('en-US');

/** 'Showing 51 to 100 of 5,000 employees', with a step back and forward. Nothing when one page holds all. */
export function Pager({ of, page, pageSize, count, onPage }: PagerProps) {
  if (count <= pageSize) return null;
  const last = Math.ceil(count / pageSize) - 1;
  const [from, to] = [page * pageSize + 1, Math.min(count, (page + 1) * pageSize)];
  return (
    <nav aria-label={`Pages of ${of}`} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2">
      <p role="status" className="text-sm text-muted tabular-nums">Showing {number.format(from)} to {number.format(to)} of {number.format(count)} {of}</p>
      <div className="flex gap-2">
        <Button size="small" resting={page === 0} icon={<ChevronLeft aria-hidden size={16} />} onClick={() => onPage(page - 1)}>Previous</Button>
        <Button size="small" resting={page === last} onClick={() => onPage(page + 1)}>Next<ChevronRight aria-hidden size={16} /></Button>
      </div>
    </nav>
  );
}
