/** The day of one of a lead's people: the bar with its hours, and the times in words. */
import { useMemo } from 'react';
import { timeAxis, type DayBar as Bar } from '#domain/day/day-bar';
import { dayBarText } from '#domain/day/day-bar-text';
import { formatDayTitle } from '#domain/time/format';
import { AxisHours } from '#web/timeline/axis.tsx';
import { DayBar } from '#web/timeline/day-bar.tsx';
import { BarFigures } from '#web/timeline/figures.tsx';
import { Dialog, ReadOnlyBody } from '#web/ui/dialog.tsx';

interface DayDialogProps {
  name: string;
  bar: Bar;
  zone: string;
  onClose: () => void;
}

export default function DayDialog({ name, bar, zone, onClose }: DayDialogProps) {
  const axis = useMemo(() => timeAxis(bar.segments), [bar]);
  const day = formatDayTitle(bar.day.day);
  return (
    <Dialog title={name} facts={<p className="text-sm text-muted">{day}</p>} onClose={onClose}>
      <ReadOnlyBody onClose={onClose}>
        <div>
          <AxisHours axis={axis} />
          <DayBar bar={bar} axis={axis} zone={zone} />
        </div>
        <p className="text-sm tabular-nums">{dayBarText(bar, zone).slice(day.length + 2)}</p>
        <BarFigures bar={bar} />
      </ReadOnlyBody>
    </Dialog>
  );
}
