import { useEffect, useRef } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Difference, Value } from './draft.ts';

interface EditConflictProps<Field extends string> {
  /** What was changed: 'this employee', 'the settings'. */
  what: string;
  differences: readonly Difference<Field>[];
  labels: Readonly<Record<Field, string>>;
  onDecide: (whose: 'mine' | 'theirs') => void;
}

/**
 * Tells what somebody else saved while this form was being filled in; nothing is saved over it before that is
 * decided.
 */
export function EditConflict<Field extends string>({
  what,
  differences,
  labels,
  onDecide,
}: EditConflictProps<Field>) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    banner.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const isDisputed = differences.some((one) => one.isDisputed);
  return (
    <div ref={banner} role="alert" data-edit-conflict tabIndex={-1}>
      <Banner tone="warning" title={`Somebody else changed ${what} in the meantime.`}>
        <span className="block">
          {differences.map(({ field, was, is }) => (
            <span key={field} className="block wrap-anywhere">
              <span className="font-semibold">{labels[field]}</span>: {shown(was)} → {shown(is)}
            </span>
          ))}
        </span>
        <span className="mt-2 flex flex-wrap gap-2">
          <Button size="small" onClick={() => onDecide('theirs')}>
            {isDisputed ? 'Use theirs' : 'Use theirs'}
          </Button>
          {isDisputed && (
            <Button size="small" onClick={() => onDecide('mine')}>
              Keep mine
            </Button>
          )}
        </span>
      </Banner>
    </div>
  );
}

/** A value as people read it; emptiness and switches in words. */
function shown(value: Value): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === '' ? 'empty' : value;
}
