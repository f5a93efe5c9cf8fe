import { Bell, UserCheck, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { HeadCount } from '#domain/monitoring';
import { Card } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';

/** The three figures (spec §2). */
export const Cards = ({ heads, alertsToday }: { heads: HeadCount; alertsToday: number }) => (
  <div className="grid grid-cols-3 gap-2 sm:gap-4">
    <Figure
      label="Currently Clocked In"
      icon={<UserCheck size={16} />}
      look="bg-success-soft text-success"
      value={heads.clockedIn}
      more={`of ${number.format(heads.employees)}`}
    />
    <Figure
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
    />
  </div>
);

const number = new Intl.NumberFormat('en-US');

const Figure = ({
  label,
  icon,
  look,
  value,
  more,
}: {
  label: string;
  icon: ReactNode;
  look: string;
  value: number;
  more?: string;
}) => (
  <Card aria-label={label} className="flex items-start justify-between gap-2 p-3 sm:px-4">
    <div className="flex h-full flex-col justify-between">
      <p className="text-xs text-muted sm:text-sm">{label}</p>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-xl font-semibold tabular-nums">{number.format(value)}</span>
        {more !== undefined && <span className="text-sm text-muted tabular-nums">{more}</span>}
      </p>
    </div>
    <span
      aria-hidden
      className={classes('hidden size-8 shrink-0 place-items-center rounded-md sm:grid', look)}
    >
      {icon}
    </span>
  </Card>
);
