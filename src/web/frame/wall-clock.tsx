/**
 * The clock at the entrance: the workplace's time, told by the server, for those who are not signed in yet.
 */
import { useEffect, useState } from 'react';
import { formatFullDate, formatTime, formatZone } from '#domain/format';
import { call } from '#web/api.ts';
import { learnServerTime } from '#web/time/clock.ts';
import { LiveText } from '#web/time/use-now.tsx';

/** Large on a desk, one line on a phone. Its place is kept while the time is not known. */
export function WallClock() {
  const zone = useWorkplaceZone();
  return (
    <div className="min-h-8 lg:min-h-31">
      {zone !== null && (
        <div className="animate-appear flex flex-wrap items-baseline justify-center gap-x-3 lg:block">
          <p className="text-lg font-semibold tabular-nums lg:text-clock">
            <LiveText of={(now) => formatTime(now, zone)} />
          </p>
          <p className="text-sm lg:mt-3 lg:text-lg">
            <LiveText of={(now) => formatFullDate(now, zone)} />
          </p>
          <p className="hidden text-sm text-muted lg:mt-1 lg:block">
            <LiveText of={(now) => `Workplace time (${formatZone(now, zone)})`} />
          </p>
        </div>
      )}
    </div>
  );
}

/** The workplace's zone once the server has told it, and the time with it. */
function useWorkplaceZone(): string | null {
  const [zone, setZone] = useState<string | null>(null);
  useEffect(() => {
    void call('workplaceTime', {}).then((answer) => {
      if (!answer.ok) return;
      learnServerTime(Date.parse(answer.value.now), answer.sentAt, answer.heardAt);
      setZone(answer.value.timeZone);
    });
  }, []);
  return zone;
}
