import { STATUS_LABEL, type WorkStatus } from '#domain/entry/time-entry';
import { STATUS_LOOK } from '#web/frame/status-look.ts';
import { Badge } from '#web/ui/badge.tsx';

export const StatusBadge = ({ status }: { status: WorkStatus }) => {
  const { tone, icon: Icon } = STATUS_LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon size={14} />}>
      {STATUS_LABEL[status]}
    </Badge>
  );
};
