/** For whatever shows a correction: the list of requests, one of them in full, and the wrong clock, fetched when opened. */
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Every correction that waits for somebody, and those that are settled. */
export const Requests = onDemand(
  () => import('./requests/requests.tsx'),
  <div className="grid gap-4 pt-4" aria-busy>
    <Skeleton className="h-11" />
    <Skeleton className="h-96" />
  </div>,
);

/** All that an admin decides one by. */
export const RequestDrawer = onDemand(() => import('./requests/request-drawer.tsx'));

/** What a clock stamped wrongly that was wrong for a while, put right of everybody at once. */
export const ShiftDialog = onDemand(() => import('./requests/shift-dialog.tsx'));
