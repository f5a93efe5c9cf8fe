import { ArrowRight } from 'lucide-react';
import type { Correction } from '#contract/corrections';
import { leaveDays } from '#domain/leave/leave-text';

/** What a request for leave changes: 'Holiday Dec 24, 2026', or the days before and after. */
export function LeaveChange({ of: { name, old, new: wanted } }: { of: NonNullable<Correction['leave']> }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 tabular-nums">
      <span className="font-semibold wrap-anywhere">{name}</span>
      {old && (
        <del className="text-muted">
          <span className="sr-only">Before: </span>
          {leaveDays(old)}
        </del>
      )}
      {old && wanted && <ArrowRight size={16} className="shrink-0 text-muted" />}
      {wanted ? (
        <ins className="font-semibold no-underline">
          {old && <span className="sr-only">New: </span>}
          {leaveDays(wanted)}
        </ins>
      ) : (
        <span className="text-sm text-muted">Cancelled</span>
      )}
    </p>
  );
}
