/** Corrections of one's own hours that wait for an answer, and what became of a request today; gone when settled. */
import { memo } from 'react';
import type { Correction } from '#contract/corrections';
import { toEpochMs } from '#contract/wire';
import { waitsFor } from '#domain/correction-state';
import { dayContaining } from '#domain/workplace-day';
import { onDemand, retryInPlace } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Clock } from './clock-view.ts';

const WaitingCard = onDemand(() => import('./waiting-card.tsx'), <Skeleton className="h-56" />, retryInPlace);

/** Nothing was changed by it, so that no row tells of it. */
const isRefusedToday = ({ state, decidedAt }: Correction, { days, today }: Clock): boolean =>
  (state === 'declined' || state === 'taken-back') &&
  decidedAt !== null &&
  dayContaining(toEpochMs(decidedAt), days)?.day === today;

export const WaitingCorrections = memo(function WaitingCorrections({ clock }: { clock: Clock }) {
  const { corrections } = clock.view;
  const waiting = corrections.filter(({ state }) => waitsFor(state) === 'employee');
  const refused = corrections.filter((correction) => isRefusedToday(correction, clock));
  if (waiting.length + refused.length === 0) return null;
  return (
    <WaitingCard
      title={waiting.length > 0 ? 'Waiting for you' : 'About your hours'}
      corrections={[...waiting, ...refused]}
      zone={clock.zone}
    />
  );
});
