import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

interface PagerProps {
  /** What is paged, for those who do not see the list above. */
  label: string;
  /** From 0. */
  page: number;
  pageSize: number;
  count: number;
  onPage: (page: number) => void;
}

const number = new Intl.NumberFormat('en-US');

/** '51-100 of 5,000', back and forth; nothing when one page holds everything. */
export function Pager({ label, page, pageSize, count, onPage }: PagerProps) {
  const last = Math.ceil(count / pageSize) - 1;
  if (last <= 0) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-3 border-t border-line px-4 py-3">
      <Button size="small" icon={<ChevronLeft aria-hidden size={16} />} resting={page === 0} onClick={() => onPage(page - 1)}>Previous</Button>
      <p className="text-sm text-muted tabular-nums">{number.format(page * pageSize + 1)}-{number.format(Math.min(count, (page + 1) * pageSize))} of {number.format(count)}</p>
      <Button size="small" resting={page === last} onClick={() => onPage(page + 1)}>Next<ChevronRight aria-hidden size={16} /></Button>
    </nav>
  );
}
