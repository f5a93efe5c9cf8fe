import { say } from '#texts/say';
import { Clock as ClockIcon } from 'lucide-react';
import { usePreference } from '#web/browser/preferences.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import type { Clock } from './clock-view.ts';

export default function Reminder({ clock: { view, current } }: { clock: Pick<Clock, 'view' | 'current'> }) {
  const [seen, see] = usePreference('reminder-seen');
  const { remindedOf } = view;
  if (remindedOf === null || remindedOf !== current?.id || seen === remindedOf) return null;
  return (
    // One row on a phone, so that it is visible below the clock.
    <Card
      aria-labelledby="reminder"
      className="animate-appear flex items-center gap-3 border-warning p-3 sm:p-6"
    >
      <ClockIcon size={22} className="shrink-0 text-warning" />
      <div role="status" className="min-w-0 grow">
        <h2 id="reminder" className="font-semibold max-sm:text-sm">
          {say('reminder.title')}
        </h2>
        <p className="text-sm text-muted max-sm:sr-only">{say('reminder.text')}</p>
      </div>
      <Button size="small" className="shrink-0" onClick={() => see(remindedOf)}>
        {say('forgotten.stillAtWork')}
      </Button>
    </Card>
  );
}
