import { CircleDot, CirclePause, CircleStop } from 'lucide-react';
import type { WorkStatus } from '#domain/entry/time-entry';
import type { BadgeTone } from '#web/ui/badge.tsx';

export const STATUS_LOOK: Readonly<Record<WorkStatus, { tone: BadgeTone; icon: typeof CircleDot }>> = {
  'clocked-in': { tone: 'success', icon: CircleDot },
  'on-break': { tone: 'warning', icon: CirclePause },
  'clocked-out': { tone: 'neutral', icon: CircleStop },
};
