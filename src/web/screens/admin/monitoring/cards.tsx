import { Bell, UserCheck, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MonitoringBoard } from '#domain/monitoring';
import { Card } from '../../../ui/card.tsx';

/** The three figures (spec §2). */
export const Cards = ({ board, alertsToday }: { board: MonitoringBoard; alertsToday: number }) => (
  <div className="grid grid-cols-3 gap-3 sm:gap-4">
    <Figure label="Currently Clocked In" icon={<UserCheck size={20} />} value={board.clockedIn} more={`of ${board.employees}`} />
    <Figure label="Not Clocked In" icon={<UserX size={20} />} value={board.notClockedIn} />
    <Figure label="Alerts Today" icon={<Bell size={20} />} value={alertsToday} />
  </div>
);

const Figure = ({ label, icon, value, more }: { label: string; icon: ReactNode; value: number; more?: string }) => (
  <Card aria-label={label} className="flex flex-col justify-between gap-1 p-3 sm:p-4">
    <p className="flex items-start justify-between gap-2 text-xs text-muted sm:text-sm">{label}<span aria-hidden className="hidden sm:block">{icon}</span></p>
    <p className="flex flex-wrap items-baseline gap-x-2"><span className="text-xl font-semibold tabular-nums sm:text-2xl">{value}</span>{more !== undefined && <span className="text-sm text-muted tabular-nums">{more}</span>}</p>
  </Card>
);
