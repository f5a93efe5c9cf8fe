import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export const Holidays = onDemand(
  () => import('./settings/holidays-card.tsx'),
  <Skeleton className="h-48 rounded-lg" />,
);
