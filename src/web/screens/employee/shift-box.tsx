import type { ReactNode } from 'react';
import { shownText } from '#domain/format';
import { breakLine } from '#domain/shift';
import { dayContaining, minuteOfDayAt } from '#domain/workplace-day';
import { LiveText } from '#web/time/use-now.tsx';
import type { Clock } from './clock-view.ts';

/**
 * 'Today's Shift' with the break line, which changes with the break window (spec §2), and beside it the button that
 * begins a break. That one's place is kept while it is not offered: nothing moves at a punch.
 */
export function ShiftBox({
  clock: {
    view: { settings },
    days,
  },
  startBreak,
}: {
  clock: Clock;
  startBreak: ReactNode;
}) {
  const line = (now: number) => {
    const day = dayContaining(now, days);
    return day ? breakLine(settings, minuteOfDayAt(now, day)) : '';
  };
  return (
    <section
      aria-label="Today's Shift"
      className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line pt-3"
    >
      <div className="text-sm tabular-nums">
        <h2 className="font-semibold">Today's Shift</h2>
        <p className="text-base font-semibold">
          {shownText(settings.workStartTime)} - {shownText(settings.workEndTime)}
        </p>
        <p className="text-xs text-balance text-muted max-sm:min-h-8">
          <LiveText of={line} />
        </p>
      </div>
      <div className="w-34 max-[22rem]:w-26">{startBreak}</div>
    </section>
  );
}
