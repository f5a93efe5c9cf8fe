/** For the admins of a fresh installation, on their first tab: fetched only where it is shown. */
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** 'Set up Punctual': what there is to do before people clock in. */
export const SetUpCard = onDemand(
  () => import('./set-up/set-up-card.tsx'),
  // As high as with its first step open.
  <Skeleton className="h-182 rounded-lg sm:h-132" />,
);
