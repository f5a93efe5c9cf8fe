import { say } from '#texts/say';
import { goTo } from '#web/browser/navigation.ts';
import { CorrectionMark, type CorrectionMarkProps } from './mark.tsx';
import { Button } from '#web/ui/button.tsx';
import type { ReactNode } from 'react';
import { type LockInput, Lockable } from './correct.tsx';

/** Shows `Lockable` and a button that leads to the closed period, where it can be reopened. */
export function AdminLock({ of, children }: { of: LockInput; children: ReactNode }) {
  const [day, closed] = of;
  const period = closed.find(({ first, last }) => day >= first && day <= last);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Lockable of={of}>{children}</Lockable>
      {period && (
        <Button
          look="quiet"
          size="line"
          onClick={() => goTo(['reports', 'periods'], { first: period.first })}
        >
          {say('lock.reopen')}
        </Button>
      )}
    </span>
  );
}

const renderRequestButton: CorrectionMarkProps['actions'] = ({ id }, _onEdited, onDone) => (
  <Button
    size="small"
    className="self-start"
    onClick={() => {
      onDone();
      goTo(['monitoring', 'requests', 'request', id], {});
    }}
  >
    {say('lock.openInRequests')}
  </Button>
);

export const AdminCorrectionMark = (props: Pick<CorrectionMarkProps, 'corrections' | 'zone'>) => (
  <CorrectionMark {...props} side="admin" actions={renderRequestButton} />
);
