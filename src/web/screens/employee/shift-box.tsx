import { memo } from 'react';
import { breakLine } from '#domain/shift';
import { dayContaining, minuteOfDayAt } from '#domain/workplace-day';
import { LiveText } from '#web/time/use-now.tsx';
import type { Clock } from './clock-view.ts';

/** 'Today's Shift' with the break line, which changes with the break window (spec §2). */
export const ShiftBox = memo(function ShiftBox({
  clock: {
    view: { settings },
    days,
  },
}: {
  clock: Clock;
}) {
  const line = (now: number) => {
    const day = dayContaining(now, days);
    return day ? breakLine(settings, minuteOfDayAt(now, day)) : '';
  };
  return (
    <section
      aria-label="Today's Shift"
      className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3"
    >
      <h2 className="text-sm font-semibold">Today's Shift</h2>
      <p className="font-semibold tabular-nums">
        {settings.workStartTime} - {settings.workEndTime}
      </p>
      <p className="w-full text-sm text-muted tabular-nums">
        <LiveText of={line} />
      </p>
    </section>
  );
});
