import { Bell, UserCheck, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CARD_STATES } from '#domain/day/attention';
import type { HeadCount } from '#domain/day/monitoring';
import { openOver, setParams, useParams } from '#web/browser/navigation.ts';
import { Card } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';

/** The three figures (spec §2). Each filters the table or leads to the activity it counts. */
export function Cards({ heads, alertsToday }: { heads: HeadCount; alertsToday: number }) {
  const { show } = useParams('show');
  const filtering = (state: (typeof CARD_STATES)[number]) => ({
    isChosen: show === state,
    onPress: () => {
      setParams({ show: show === state ? undefined : state });
      // On a phone the rows are below the screen.
      if (show !== state && matchMedia('(width < 40rem)').matches)
        document.getElementById('all-employees')?.scrollIntoView();
    },
  });
  return (
    <div className="grid grid-cols-3 gap-2 sm:gap-4">
      <Figure
        {...filtering('clocked-in')}
        label="Currently Clocked In"
        icon={<UserCheck size={16} />}
        look="bg-success-soft text-success"
        value={heads.clockedIn}
        more={`of ${heads.employees.toLocaleString('en-US')}`}
      />
      <Figure
        {...filtering('not-clocked-in')}
        label="Not Clocked In"
        icon={<UserX size={16} />}
        look="bg-sunken text-muted"
        value={heads.notClockedIn}
      />
      <Figure
        label="Alerts Today"
        icon={<Bell size={16} />}
        look={alertsToday > 0 ? 'bg-warning-soft text-warning' : 'bg-sunken text-muted'}
        value={alertsToday}
        onPress={() => openOver('activity')}
      />
    </div>
  );
}

interface FigureProps {
  label: string;
  icon: ReactNode;
  look: string;
  value: number;
  more?: string;
  /** Undefined where a press leads elsewhere. */
  isChosen?: boolean;
  onPress: () => void;
}

const Figure = ({ label, icon, look, value, more, isChosen, onPress }: FigureProps) => (
  <Card aria-label={label} className="flex">
    <button
      type="button"
      aria-pressed={isChosen}
      aria-haspopup={isChosen === undefined ? 'dialog' : undefined}
      onClick={onPress}
      className={classes(
        'flex grow items-start justify-between gap-2 rounded-lg p-3 text-left select-none sm:px-4',
        isChosen ? 'bg-accent-soft ring-2 ring-accent ring-inset' : 'hover:bg-page',
      )}
    >
      <span className="flex h-full flex-col justify-between">
        <span className="block text-xs text-muted sm:text-sm">{label}</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-xl font-semibold tabular-nums">{value.toLocaleString('en-US')}</span>
          {more !== undefined && <span className="text-sm text-muted tabular-nums">{more}</span>}
        </span>
      </span>
      <span
        aria-hidden
        className={classes('hidden size-8 shrink-0 place-items-center rounded-md sm:grid', look)}
      >
        {icon}
      </span>
    </button>
  </Card>
);
