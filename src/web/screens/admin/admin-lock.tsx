import type { ReactNode } from 'react';
import { goTo } from '#web/browser/navigation.ts';
import { Locked, type LockQuestion } from '#web/corrections/correct-button.tsx';
import { Button } from '#web/ui/button.tsx';

/** As `Locked`; a closed period is reopened among the pay periods. */
export function AdminLock({ of, children }: { of: LockQuestion; children: ReactNode }) {
  const [day, closed] = of;
  const period = closed.find(({ first, last }) => day >= first && day <= last);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Locked of={of}>{children}</Locked>
      {period && (
        <Button
          look="quiet"
          size="line"
          onClick={() => goTo(['reports', 'periods'], { first: period.first })}
        >
          Reopen...
        </Button>
      )}
    </span>
  );
}
