import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Shown in place of a schedule name for people without a schedule of their own. */
export const WORK_SETTINGS = 'Work settings';

export const AssignDialog = onDemand(() => import('./settings/schedules/assign-dialog.tsx'));
export const Holidays = onDemand(
  () => import('./settings/holidays-card.tsx'),
  <Skeleton className="h-48 rounded-lg" />,
);
