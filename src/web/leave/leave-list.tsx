import { useState } from 'react';
import type { LeaveView, ListedLeave } from '#contract/leave';
import type { LeaveColor } from '#domain/leave/kinds';
import { daysText } from '#domain/leave/leave';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { leaveDays } from '#domain/leave/leave-text';
import type { LeaveDialogProps } from './leave-dialog.tsx';

export const LeaveDialog = onDemand(() => import('./leave-dialog.tsx'));

export const LEAVE_FILLS: Readonly<Record<LeaveColor, string>> = {
  green: 'bg-success',
  red: 'bg-danger',
  grey: 'bg-control',
  blue: 'bg-accent',
  yellow: 'bg-warning',
  purple: 'bg-purple',
};

/** Decoration: the name of the leave kind stands next to it. */
export const LeaveDot = ({ color }: { color: LeaveColor }) => (
  <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${LEAVE_FILLS[color]}`} />
);

interface LeaveListProps extends Pick<LeaveDialogProps, 'view' | 'person'> {
  leave: readonly ListedLeave[];
}

export function LeaveList({ view, person, leave }: LeaveListProps) {
  const [opened, setOpened] = useState<{ leave: ListedLeave; isCancelling: boolean } | null>(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {leave.map((one) => {
          const { name, color } = kindOf(view, one);
          const about = `${name}, ${leaveDays(one)}`;
          return (
            <li
              key={one.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm tabular-nums"
            >
              <LeaveDot color={color} />
              <div className="min-w-0 grow">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="text-muted">
                  {leaveDays(one)}, {daysText(one.days)}
                </p>
              </div>
              <div className="flex">
                {['Change', 'Cancel'].map((action) => (
                  <Button
                    key={action}
                    size="small"
                    look="quiet"
                    aria-label={`${action} ${about}`}
                    onClick={() => setOpened({ leave: one, isCancelling: action === 'Cancel' })}
                  >
                    {action}
                  </Button>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
      {opened && <LeaveDialog {...opened} view={view} person={person} onClose={() => setOpened(null)} />}
    </>
  );
}

const kindOf = ({ kinds }: LeaveView, { kind }: ListedLeave): { name: string; color: LeaveColor } =>
  kinds.find(({ id }) => id === kind) ?? { name: kind, color: 'grey' };
