/** What stands before the clock of somebody who did not clock out, and what reminds of it while there is time. */
import { Clock as ClockIcon, History } from 'lucide-react';
import { useState } from 'react';
import { keep, kept } from '#web/browser/kept.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import type { Clock } from './clock-view.ts';
import { ClockWidget } from './clock-widget.tsx';
import { questionOf, useForgotten } from './forgotten.ts';

const ForgottenQuestion = onDemand(
  () => import('./forgotten-question.tsx'),
  <Skeleton className="h-86 rounded-lg" />,
  'The question of when you left could not be loaded.',
);

/** The clock, and before it the question of when they left; on a phone one line, so that Clock In stays in sight. */
export function AskingClock({ clock }: { clock: Clock }) {
  const forgotten = useForgotten(clock, usePhone());
  const { asked, isLater } = forgotten;
  return (
    <>
      {asked && !isLater && (
        <ForgottenQuestion key={asked.id} entry={asked} clock={clock} forgotten={forgotten} />
      )}
      {asked && isLater && (
        <Button
          className="justify-start border-warning text-left"
          icon={<History aria-hidden size={20} className="shrink-0 text-warning" />}
          onClick={forgotten.now}
        >
          {questionOf(asked, clock)}
        </Button>
      )}
      <ClockWidget clock={forgotten.clock} />
    </>
  );
}

const SEEN = 'reminder-seen';

/** That the shift is over: of the entry that is running, until somebody says that they are there. */
export function Reminder({ clock: { view, current } }: { clock: Pick<Clock, 'view' | 'current'> }) {
  const [seen, setSeen] = useState(() => kept(SEEN));
  const { remindedOf } = view;
  if (remindedOf === null || remindedOf !== current?.id || seen === remindedOf) return null;
  const stay = () => {
    keep(SEEN, remindedOf);
    setSeen(remindedOf);
  };
  return (
    // One row on a phone, so that it is seen whole below the clock.
    <Card
      aria-labelledby="reminder"
      className="animate-appear flex items-center gap-3 border-warning p-3 sm:p-6"
    >
      <ClockIcon aria-hidden size={22} className="shrink-0 text-warning" />
      <div role="status" className="min-w-0 grow">
        <h2 id="reminder" className="font-semibold max-sm:text-sm">
          Did you forget to clock out?
        </h2>
        <p className="text-sm text-muted max-sm:sr-only">
          Your shift is over. If you have left, clock out. If not, the time keeps counting.
        </p>
      </div>
      <Button size="small" className="shrink-0" onClick={stay}>
        I am still at work
      </Button>
    </Card>
  );
}
