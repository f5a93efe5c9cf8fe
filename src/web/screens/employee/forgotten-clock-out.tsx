import { Clock as ClockIcon } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
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

/** On a phone the question is one line, so that Clock In stays in sight. */
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
          icon={<ClockIcon aria-hidden size={20} className="shrink-0 text-warning" />}
          onClick={forgotten.now}
        >
          {questionOf(asked, clock)}
        </Button>
      )}
      <ClockWidget clock={forgotten.clock} />
    </>
  );
}
