import { say } from '#texts/say';
import { useEffect, useRef } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { FieldName } from './draft.ts';
import { valueText as textOfValue, type Difference } from './shared-record.ts';

const TITLES = {
  employee: 'conflict.employee',
  settings: 'conflict.settings',
  schedule: 'conflict.schedule',
  profile: 'conflict.profile',
  holidays: 'conflict.holidays',
  leave: 'conflict.leave',
  studios: 'conflict.studios',
} as const;

interface EditConflictProps<Form extends object> {
  what: keyof typeof TITLES;
  form: {
    readonly isSubmitting: boolean;
    readonly conflicts: readonly Difference<Form>[];
    resolve(whose: 'mine' | 'theirs'): void;
  };
  labels: Readonly<Record<FieldName<Form>, string>>;
  valueText?: (value: unknown, field: FieldName<Form>) => string | undefined;
}

/** Shows what somebody else saved while this form was edited, and asks which side to keep. */
export function EditConflict<Form extends object>({
  what,
  form: { isSubmitting, conflicts, resolve },
  labels,
  valueText,
}: EditConflictProps<Form>) {
  const text = (value: unknown, field: FieldName<Form>) => valueText?.(value, field) ?? textOfValue(value);
  const banner = useRef<HTMLDivElement>(null);
  const isShown = !isSubmitting && conflicts.length > 0;
  useEffect(() => {
    if (isShown) banner.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div ref={banner} role="alert" data-edit-conflict tabIndex={-1}>
      <Banner tone="warning" title={say(TITLES[what])}>
        {conflicts.map(({ field, was, is }) => (
          <span key={field} className="block wrap-anywhere">
            <span className="font-semibold">{labels[field]}</span>
            {!Array.isArray(is) && `: ${text(was, field)} → ${text(is, field)}`}
          </span>
        ))}
        <span className="mt-2 flex flex-wrap gap-2">
          <Button size="small" onClick={() => resolve('theirs')}>
            {say('conflict.useTheirs')}
          </Button>
          {conflicts.some(({ isDisputed }) => isDisputed) && (
            <Button size="small" onClick={() => resolve('mine')}>
              {say('conflict.keepMine')}
            </Button>
          )}
        </span>
      </Banner>
    </div>
  );
}
