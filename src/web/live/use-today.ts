import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Calendar } from '#contract/records';
import type { RouteName } from '#contract/routes';
import type { Day } from '#domain/time/units';
import { dayContaining } from '#domain/time/workplace-day';
import { useNow } from '#web/time/use-now.tsx';

/** Fetches the view again after midnight, spread over some seconds. */
const AFTER_MIDNIGHT_MS = 1000;
const SPREAD_MS = 4000;

/** Undefined without a calendar. After the calendar's end its last day holds until the new one arrives. */
export function useToday(name: RouteName, calendar: Calendar | undefined): Day | undefined {
  const client = useQueryClient();
  const present = useNow((now) => calendar && (dayContaining(now, calendar.days)?.day ?? null));
  const known = calendar?.today;
  const isOver = known !== undefined && present !== known;
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: [name] }),
      AFTER_MIDNIGHT_MS + Math.random() * SPREAD_MS,
    );
    return () => clearTimeout(timer);
  }, [client, name, isOver]);
  return present ?? known;
}
