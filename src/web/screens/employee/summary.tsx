/** spec §2 Summary: the four cards, moving with the running session (decisions §5). */
import { CalendarDays, CalendarRange, CircleUser, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { summarise, type Summary as Figures } from '#domain/summary';
import { formatDuration, type EpochMs } from '#domain/time';
import { StatusBadge } from '../../frame/status-badge.tsx';
import { Ticking } from '../../ticking.tsx';
import { Card } from '../../ui/card.tsx';
import type { Clock } from './clock-view.ts';

export function Summary({ clock }: { clock: Clock }) {
  const { entries, days, today, view: { settings }, status } = clock;
  const minutes = (pick: (figures: Figures) => number) => (now: EpochMs) => formatDuration(pick(summarise({ entries, days, today, settings, now })));
  return (
    <section aria-label="Summary" className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Stat label="Today's Hours" icon={<Timer size={18} />}><Ticking of={minutes(({ todayMinutes }) => todayMinutes)} /></Stat>
      <Stat label="This Week" icon={<CalendarRange size={18} />}><Ticking of={minutes(({ weekMinutes }) => weekMinutes)} /></Stat>
      <Stat label="This Month" icon={<CalendarDays size={18} />}><Ticking of={minutes(({ monthMinutes }) => monthMinutes)} /></Stat>
      <Stat label="Status" icon={<CircleUser size={18} />}><StatusBadge status={status} /></Stat>
    </section>
  );
}

const Stat = ({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) => (
  <Card aria-label={label} className="p-3 sm:p-4">
    <p className="flex items-center justify-between gap-2 text-sm text-muted">{label}<span aria-hidden>{icon}</span></p>
    <div className="mt-1 flex min-h-8 items-center text-lg font-semibold tabular-nums sm:text-xl">{children}</div>
  </Card>
);
