import { say } from '#texts/say';
import { dayBar, timeAxis, type DayBar as Bar, type Segment } from '#domain/day/day-bar';
import { expectedOn } from '#domain/expected/expected';
import type { WorkHistory } from '#domain/expected/work-rule';
import { formatDuration, MINUTES_PER_DAY, MS_PER_DATE, type Day } from '#domain/time/units';
import { weekdayName } from '#domain/time/weekday';
import { addDays, weekdayOf, type ScheduleDay } from '#domain/time/workplace-day';
import { useSettings } from '#web/live/use-settings.ts';
import { AxisHours } from '#web/timeline/axis.tsx';
import { DayBar } from '#web/timeline/day-bar.tsx';
import { sumText } from './schedule-form.ts';

interface PlannedWeek {
  readonly name: string;
  readonly monday: Day;
  readonly days: readonly ScheduleDay[];
}

/** A schedule as bars on one axis, with the hours that each week comes to. */
export function PlannedWeeks({ weeks }: { weeks: readonly PlannedWeek[] }) {
  const { settings } = useSettings().data ?? {};
  if (!settings) return null;
  const planned = weeks.map(({ monday, days, ...week }) => ({
    ...week,
    sum: sumText(days),
    days: days.map((day, at) => ({ day, bar: plannedBar(addDays(monday, at), day, settings) })),
  }));
  const axis = timeAxis(planned.flatMap(({ days }) => days.flatMap(({ bar }) => bar.segments)));
  return (
    <div className="grid min-w-0 gap-6 rounded-lg bg-page p-4 lg:sticky lg:top-0">
      {planned.map(({ name, sum, days }) => (
        <section
          key={name}
          aria-label={say('schedule.weekSum', { week: name, sum })}
          className="grid gap-2 text-sm tabular-nums"
        >
          <p className="flex justify-between font-semibold">
            <span>{weeks.length > 1 ? name : say('schedule.aWeek')}</span>
            <span>{sum}</span>
          </p>
          <div aria-hidden className="me-17 ms-11">
            <AxisHours axis={axis} />
          </div>
          {days.map(({ day, bar }, at) => (
            <p key={bar.day.day} className={GRID}>
              <span className="text-muted">{weekdayName(at + 1)}</span>
              {bar.segments.length > 0 ? (
                <span aria-hidden className="pointer-events-none flex">
                  <DayBar bar={bar} axis={axis} zone="UTC" />
                </span>
              ) : (
                <span className="text-muted">
                  {day.minutes > 0 ? say('schedule.anyTime') : say('schedule.off')}
                </span>
              )}
              <span className="text-end">{day.minutes > 0 && formatDuration(day.minutes)}</span>
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}

const GRID = 'grid grid-cols-[2.25rem_minmax(0,1fr)_3.75rem] min-h-6 items-center gap-x-2';

/** Draws the shift as if it had been worked. */
function plannedBar(name: Day, schedule: ScheduleDay, settings: WorkHistory): Bar {
  const start = Date.parse(name);
  const [end, weekday] = [start + MS_PER_DATE, weekdayOf(name)];
  const day = { day: name, weekday, start, end, startMinute: 0, shifts: [], schedule: { ...schedule, name } };
  const bar = dayBar({ day, settings, entries: [], now: start, isMissing: false });
  const { pause } = expectedOn(day, settings);
  const segments = bar.segments.flatMap(({ from, to }): Segment[] => {
    const begin = pause.start < from ? pause.start + MINUTES_PER_DAY : pause.start;
    const rest = { kind: 'break' as const, from: begin, to: begin + pause.minutes };
    return [{ kind: 'worked', from, to }, ...(rest.to <= to ? [rest] : [])];
  });
  return { ...bar, segments };
}
