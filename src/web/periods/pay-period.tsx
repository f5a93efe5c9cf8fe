import { say } from '#texts/say';
import { CalendarCheck, ChevronRight } from 'lucide-react';
import { formatDate } from '#domain/time/format';
import { openOver } from '#web/browser/navigation.ts';
import { LiveFailure } from '#web/live/live-strip.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { OnePeriod } from './one-period.tsx';
import { periodToShow, completedPeriods, countOtherWaiting, useMyPeriods } from './use-my-periods.ts';

export default function PayPeriod({ zone }: { zone: string }) {
  const query = useMyPeriods(zone);
  const { data } = query;
  const over = data ? completedPeriods(data) : [];
  const asked = periodToShow(over);
  const running = data?.periods[0];
  const more = countOtherWaiting(over);
  return (
    // As high as its skeleton, so that nothing below moves.
    <TitledCard
      title={say('payPeriod.title')}
      aside={
        over.length > 0 && (
          <Button size="small" look="quiet" onClick={() => openOver('periods')}>
            {more > 0 ? say('payPeriod.moreToConfirm', { count: more }) : say('payPeriod.all')}
            <ChevronRight size={16} />
          </Button>
        )
      }
      className="grid min-h-48 content-start gap-2"
    >
      <LiveFailure title={say('payPeriod.notLoaded')} query={query} shape="h-28" />
      {asked && <OnePeriod key={asked.first} period={asked} zone={zone} />}
      {data && !asked && (
        <Empty isSmall icon={<CalendarCheck size={24} />} title={say('payPeriod.nothingYet')}>
          {running
            ? say('payPeriod.onceOver', { day: formatDate(running.last, 'UTC') })
            : say('payPeriod.appearsOnceOver')}
        </Empty>
      )}
    </TitledCard>
  );
}
