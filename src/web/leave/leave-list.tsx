import { say } from '#texts/say';
import { useState } from 'react';
import type { LeaveView, ListedLeave } from '#contract/leave/leave';
import type { LeaveColor } from '#domain/leave/kinds';
import { isCounting } from '#domain/correction/state';
import { rangesOverlap } from '#domain/leave/check';
import { daysText } from '#domain/leave/leave';
import type { Day } from '#domain/time/units';
import type { DayRange } from '#domain/time/workplace-day';
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

const ACTIONS = {
  change: { label: 'common.change', named: 'leave.changeNamed' },
  cancel: { label: 'common.cancel', named: 'leave.cancelNamed' },
} as const;
type LeaveAction = keyof typeof ACTIONS;

/** Actions that would not be refused. @param day that a change has to take from the leave */
export function leaveActions({ id, first, last }: ListedLeave, view: LeaveView, day?: Day): LeaveAction[] {
  const requests = view.requests.filter(({ leave }) => leave?.leaveId === id);
  if (requests.some(({ state }) => !isCounting(state))) return [];
  // Until it is approved, sickness that took days of other leave can only be prolonged.
  if (requests.some(({ leave }) => leave?.replaced.length !== 0)) return day === undefined ? ['change'] : [];
  const isOpen = (range: DayRange): boolean => !view.locked.some((one) => rangesOverlap(range, one));
  const canLose = day === undefined || isOpen({ first, last: day }) || isOpen({ first: day, last });
  return [
    ...(canLose ? (['change'] as const) : []),
    ...(isOpen({ first, last }) ? (['cancel'] as const) : []),
  ];
}

interface LeaveListProps extends Pick<LeaveDialogProps, 'view' | 'person'> {
  leave: readonly ListedLeave[];
  /** Worked on: a change takes this day from the leave. */
  day?: Day;
}

export function LeaveList({ view, person, leave, day }: LeaveListProps) {
  const [opened, setOpened] = useState<{ leave: ListedLeave; isCancelling: boolean } | null>(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {leave.map((one) => {
          const { name, color } = kindOf(view, one);
          const about = say('leave.named', { kind: name, days: leaveDays(one) });
          return (
            <li
              key={one.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm tabular-nums"
            >
              <div className="grid min-w-0 grow grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
                <LeaveDot color={color} />
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="col-start-2 text-muted">
                  {say('leave.daysAndCost', { days: leaveDays(one), cost: daysText(one.days) })}
                </p>
              </div>
              <div className="flex">
                {leaveActions(one, view, day).map((action) => (
                  <Button
                    key={action}
                    size="small"
                    look="quiet"
                    aria-label={say(ACTIONS[action].named, { leave: about })}
                    onClick={() => setOpened({ leave: one, isCancelling: action === 'cancel' })}
                  >
                    {say(ACTIONS[action].label)}
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
