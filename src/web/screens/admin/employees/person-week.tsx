/** This week's hours, a bar a day, against the day's target. A list: what is drawn stands there in words too. */
import { summarise, type DayTotal } from '#domain/summary';
import { formatDate } from '#domain/format';
import { formatDuration, MINUTES_PER_HOUR, type EpochMs } from '#domain/time';
import { useNow } from '#web/time/use-now.tsx';
import { weekdayName } from '#web/time/weekday.ts';
import { classes } from '#web/ui/classes.ts';
import { Section } from '#web/screens/admin/section.tsx';
import type { Shown } from './use-person.ts';

const HEIGHT = 64;

export function PersonWeek({ shown }: { shown: Shown }) {
  const { view, entries, today } = shown;
  const { days: calendar } = view.calendar;
  const weekAt = (now: EpochMs) =>
    summarise({ entries, days: calendar, today: today.day, settings: view.settings, now });
  const days = JSON.parse(
    useNow((now) =>
      JSON.stringify(weekAt(now).weekByDay.map((day) => ({ ...day, minutes: Math.floor(day.minutes) }))),
    ),
  ) as DayTotal[];
  const total = useNow((now) => {
    const { weekMinutes, week } = weekAt(now);
    return `${formatDuration(weekMinutes)} of ${formatDuration(week.targetMinutes)}`;
  });
  const top = Math.max(
    MINUTES_PER_HOUR,
    ...days.map(({ minutes, targetMinutes }) => Math.max(minutes, targetMinutes)),
  );
  return (
    <Section title="This week" aside={<p className="text-sm text-muted tabular-nums">{total}</p>}>
      <ol aria-label="Hours of this week" className="grid grid-cols-7 gap-2">
        {days.map((day) => (
          <Bar key={day.day} day={day} top={top} isToday={day.day === today.day} />
        ))}
      </ol>
    </Section>
  );
}

const Bar = ({ day, top, isToday }: { day: DayTotal; top: number; isToday: boolean }) => {
  const { minutes, targetMinutes, weekday } = day;
  const [height, target] = [(minutes / top) * HEIGHT, (targetMinutes / top) * HEIGHT];
  return (
    <li title={formatDate(day.day, 'UTC')} className="min-w-0 text-center text-xs">
      <p aria-hidden className="flex h-8 items-end justify-center font-semibold tabular-nums sm:h-4">
        {minutes > 0 && formatDuration(minutes)}
      </p>
      <svg aria-hidden width="100%" height={HEIGHT} className="block overflow-visible">
        {target > 0 && (
          <rect
            x="12%"
            width="76%"
            y={HEIGHT - target}
            height={target}
            rx={4}
            strokeWidth={1}
            className="fill-transparent stroke-control forced-colors:stroke-[GrayText]"
          />
        )}
        {height > 0 && (
          <rect
            x="12%"
            width="76%"
            y={HEIGHT - height}
            height={height}
            rx={Math.min(4, height / 2)}
            className={classes(isToday ? 'fill-accent' : 'fill-accent-mid', 'forced-colors:fill-[Highlight]')}
          />
        )}
        <line x1="0" x2="100%" y1={HEIGHT} y2={HEIGHT} className="stroke-control" />
      </svg>
      <p className={classes('mt-1 truncate', isToday ? 'font-semibold' : 'text-muted')}>
        {weekdayName(weekday)}
      </p>
      <span className="sr-only">
        : {formatDuration(minutes)}
        {targetMinutes > 0 && ` of ${formatDuration(targetMinutes)}`}
      </span>
    </li>
  );
};
