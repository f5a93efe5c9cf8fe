import { CircleDot, CirclePause, CircleStop } from 'lucide-react';
import { STATUS_LABEL, type WorkStatus } from '#domain/time-entry';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

/** How a work status looks wherever it is told. */
export const STATUS_LOOK: Readonly<Record<WorkStatus, { tone: BadgeTone; icon: typeof CircleDot }>> = {
  'clocked-in': { tone: 'success', icon: CircleDot },
  'on-break': { tone: 'warning', icon: CirclePause },
  'clocked-out': { tone: 'neutral', icon: CircleStop },
};

/** The work status: icon, word and colour. */
export const StatusBadge = ({ status }: { status: WorkStatus }) => {
  const { tone, icon: Icon } = STATUS_LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden size={14} />}>
      {STATUS_LABEL[status]}
    </Badge>
  );
};
