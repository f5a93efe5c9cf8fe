import { CalendarCheck, ChevronRight } from 'lucide-react';
import { formatDate } from '#domain/time/format';
import { openOver } from '#web/browser/navigation.ts';
import { countText } from '#web/periods/period-words.tsx';
import { useIsLive } from '#web/live/live-updates.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { OnePeriod } from './one-period.tsx';
import {
  periodToConfirm,
  overPeriods,
  waitingBesides,
  type MyPeriods,
  useMyPeriods,
} from './use-my-periods.ts';

export default function PayPeriod({ zone }: { zone: string }) {
  const query = useMyPeriods(zone);
  const { data } = query;
  const isLive = useIsLive();
  return (
    // As high as its skeleton, so that nothing below moves.
    <Card aria-labelledby="pay-period" className="grid min-h-48 content-start gap-2 p-4 sm:p-6">
      <CardTitle id="pay-period" aside={data && overPeriods(data).length > 0 && <AllPeriods view={data} />}>
        Pay period
      </CardTitle>
      <LoadFailure title="Your pay periods could not be loaded." query={query} isShown={isLive || !data} />
      {data && <Asked view={data} zone={zone} />}
      {!data && !query.error && <Skeleton className="h-28" />}
    </Card>
  );
}

function Asked({ view, zone }: { view: MyPeriods; zone: string }) {
  const asked = periodToConfirm(overPeriods(view));
  const [running] = view.periods;
  if (asked) return <OnePeriod key={asked.first} period={asked} zone={zone} />;
  return (
    <Empty isSmall icon={<CalendarCheck size={24} />} title="Nothing to confirm yet">
      {running &&
        `You can confirm your hours up to ${formatDate(running.last, 'UTC')} here once the period is over.`}
    </Empty>
  );
}

function AllPeriods({ view }: { view: MyPeriods }) {
  const more = waitingBesides(overPeriods(view));
  return (
    <Button size="small" look="quiet" onClick={() => openOver('periods')}>
      {more > 0 ? `${countText(more, 'more', 'more')} to confirm` : 'All periods'}
      <ChevronRight size={16} />
    </Button>
  );
}
