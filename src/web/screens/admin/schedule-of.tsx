import { onDemand } from '#web/ui/on-demand.tsx';

/** Name of having no schedule. */
export const WORK_SETTINGS = 'Work settings';

export const AssignDialog = onDemand(() => import('./settings/schedules/assign-dialog.tsx'));
