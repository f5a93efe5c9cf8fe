import { useState } from 'react';
import type { Settings } from '#contract/records';
import { Card } from '#web/ui/card.tsx';
import { FoldTitle } from '#web/ui/section.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const SetUpCard = onDemand(
  () => import('./set-up-card.tsx'),
  // The placeholder is as high as the card with its first step open, so that nothing moves when the card loads.
  <Skeleton className="h-182 rounded-lg sm:h-132" />,
);

export function SetUp(props: { settings: Settings; hasEmployees: boolean }) {
  const [isOpen, setOpen] = useState(!props.hasEmployees);
  const title = (
    <FoldTitle id="set-up" isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
      Set up Punctual
    </FoldTitle>
  );
  return (
    <Card aria-labelledby="set-up" className="overflow-hidden print:hidden">
      {isOpen ? <SetUpCard {...props} title={title} /> : <div className="flex px-4 sm:px-6">{title}</div>}
    </Card>
  );
}
