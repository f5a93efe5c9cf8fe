import { say } from '#texts/say';
import type { ClosedPeriods, Correction } from '#contract/corrections/corrections';
import { CorrectionOverview } from './old-and-new.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import MyDecision from './my-decision.tsx';

export interface WaitingCardProps {
  title: string;
  corrections: readonly Correction[];
  closed: ClosedPeriods;
  zone: string;
  /** Dismisses the card; null if the card has no such button. */
  onSeen: (() => void) | null;
}

export default function WaitingCard({ title, corrections, closed, zone, onSeen }: WaitingCardProps) {
  return (
    <TitledCard title={title} className="border-warning">
      <ul className="mt-3 flex flex-col gap-4 divide-y divide-line *:not-first:pt-4">
        {corrections.map((correction) => (
          <li key={correction.id}>
            <CorrectionOverview correction={correction} side="employee" zone={zone}>
              <MyDecision correction={correction} closed={closed} zone={zone} />
            </CorrectionOverview>
          </li>
        ))}
      </ul>
      {onSeen && (
        <Button className="mt-4 max-sm:w-full" onClick={onSeen}>
          {say('common.gotIt')}
        </Button>
      )}
    </TitledCard>
  );
}
