import { memo, useState } from 'react';
import type { Correction } from '#contract/corrections';
import { waitsFor } from '#domain/correction/state';
import { storePreference, readPreference } from '#web/browser/preferences.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Clock } from './clock-view.ts';

const WaitingCard = onDemand(
  () => import('./waiting-card.tsx'),
  <Skeleton className="h-56" />,
  'News about your hours could not be loaded.',
);

const isAnswered = ({ userId, decidedBy }: Correction): boolean =>
  decidedBy !== null && decidedBy.id !== userId;

export const WaitingCorrections = memo(function WaitingCorrections({ clock }: { clock: Clock }) {
  const { corrections } = clock.view;
  // Later answers are shown again.
  const name = `refusals-seen-${corrections[0]?.userId ?? ''}`;
  const [seen, setSeen] = useState<string | null>(null);
  const seenUntil = seen ?? readPreference(name) ?? '';
  const waiting = corrections.filter(({ state }) => waitsFor(state) === 'employee');
  const answered = corrections.filter(
    (correction) => isAnswered(correction) && (correction.decidedAt ?? '') > seenUntil,
  );
  if (waiting.length + answered.length === 0) return null;
  const last = answered
    .map(({ decidedAt }) => decidedAt ?? '')
    .toSorted()
    .at(-1);
  const see = (until: string) => {
    storePreference(name, until);
    setSeen(until);
  };
  return (
    <WaitingCard
      title={waiting.length > 0 ? 'Waiting for you' : 'About your hours'}
      corrections={[...waiting, ...answered]}
      closed={clock.view.closed}
      zone={clock.zone}
      onSeen={last === undefined ? null : () => see(last)}
    />
  );
});
