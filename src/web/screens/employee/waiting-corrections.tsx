/** Corrections of one's own hours that wait for an answer, and what became of a request today; gone when settled. */
import { memo } from 'react';
import type { Correction } from '#contract/corrections';
import { toEpochMs } from '#contract/wire';
import { waitsFor } from '#domain/correction-state';
import { dayContaining } from '#domain/workplace-day';
import { OldAndNew } from '#web/corrections/old-and-new.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import type { Clock } from './clock-view.ts';
import { MyDecision } from './my-decision.tsx';

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
    <Card aria-labelledby="waiting-corrections" className="border-warning p-4 sm:p-6">
      <CardTitle id="waiting-corrections">
        {waiting.length > 0 ? 'Waiting for you' : 'About your hours'}
      </CardTitle>
      <ul className="mt-3 flex flex-col gap-4 divide-y divide-line *:not-first:pt-4">
        {[...waiting, ...refused].map((correction) => (
          <li key={correction.id}>
            <OldAndNew correction={correction} side="employee" zone={clock.zone}>
              <MyDecision correction={correction} />
            </OldAndNew>
          </li>
        ))}
      </ul>
    </Card>
  );
});
