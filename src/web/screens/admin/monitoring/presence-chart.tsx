/**
 * How many were in the building at each hour of today: to be looked at, with a table for those who read.
 */
import { useMemo } from 'react';
import type { Settings } from '#contract/records';
import { presenceByHour, type HourOfPresence } from '#domain/presence';
import { formatMinute } from '#domain/format';
import { MS_PER_HOUR, MS_PER_MINUTE, parseTimeText } from '#domain/time';
import type { WorkplaceDay } from '#domain/workplace-day';
import { useNow } from '#web/time/use-now.tsx';
import { BarChart, type BarColumn } from '#web/ui/bar-chart.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Cell, Row, Table } from '#web/ui/table.tsx';
import type { Board } from './board.ts';
import type { DayScale } from './day-strip.tsx';
import { hoursShown, hourText, usualHours } from './presence-scale.ts';
import { useThrottled } from './throttled.ts';

/** Counting everybody's entries is the costliest thing on the board, and nobody watches it by the second. */
const EVERY_MS = 2000;
const LAYOUT = { top: 20, plot: 88, bottom: 22, nameOffset: 16, barShare: 0.7, radius: 4 };
/** Pixels between a bar and the figure above it. */
const LABEL_GAP = 6;

/** The hours of today on which chart and strips agree, counted now and then. */
export function usePresence(board: Board, settings: Settings, today: WorkplaceDay): Presence {
  const present = useThrottled(board, EVERY_MS);
  const minute = useNow((now) => Math.floor(now / MS_PER_MINUTE));
  const hours = useMemo(
    () => presenceByHour(watchedStays(present), today, (minute + 1) * MS_PER_MINUTE - 1),
    [present, today, minute],
  );
  const [start, end] = [settings.workStartTime, settings.workEndTime].map((text) => parseTimeText(text));
  const shown = hoursShown(hours, usualHours(start?.ok ? start.minute : 0, end?.ok ? end.minute : 0));
  const from = shown[0]?.start ?? today.start;
  const to = Math.min(today.end, (shown.at(-1)?.start ?? today.end) + MS_PER_HOUR);
  const scale = useMemo(() => ({ from, to }), [from, to]);
  return { hours, shown, scale, minute };
}

export interface Presence {
  readonly hours: readonly HourOfPresence[];
  readonly shown: readonly HourOfPresence[];
  readonly scale: DayScale;
  /** The present one, since 1970. */
  readonly minute: number;
}

export function PresenceChart({
  presence: { hours, shown, minute },
  leftOpen,
}: {
  presence: Presence;
  /** How many entries were left open. */
  leftOpen: number;
}) {
  const peak = Math.max(1, ...shown.map(({ most }) => most ?? 0));
  const present = shown.findIndex((hour) => isNow(hour, minute));
  // Where it is narrow there is room for the name of every other hour; the present one is among them.
  const isNamed = (index: number): boolean => shown.length <= 12 || (index - present) % 2 === 0;
  return (
    <Card aria-labelledby="presence" className="p-4 pb-2 md:max-xl:col-span-2">
      <CardTitle id="presence" aside={<p className="text-xs text-muted">Most at once, by hour</p>}>
        In the building today
      </CardTitle>
      <BarChart
        className="mt-2"
        summary={`The most people in the building at once in each hour of today; ${peakText(shown)} The table below has the figures.`}
        layout={LAYOUT}
        columns={shown.map((hour, index) =>
          columnOf(hour, { peak, isPresent: index === present, isNamed: isNamed(index) }),
        )}
        table={
          <div className="-mx-4 mt-1">
            <Table
              caption="Most people in the building at once, by hour of today"
              columns={['Hour', 'People']}
            >
              {hours
                .filter(({ most }) => most !== null)
                .map((hour) => (
                  <Row key={hour.start}>
                    <Cell className="tabular-nums">{hourText(hour)}</Cell>
                    <Cell className="font-semibold tabular-nums">{hour.most}</Cell>
                  </Row>
                ))}
            </Table>
          </div>
        }
      />
      {leftOpen > 0 && (
        <p className="mt-1 mb-2 text-xs text-muted">
          {leftOpen === 1 ? 'An entry that was left open is' : `${leftOpen} entries that were left open are`}{' '}
          not counted: nobody knows when these people left.
        </p>
      )}
    </Card>
  );
}

/** Of those on the board: deactivated people are not counted (spec §6). */
const watchedStays = ({ rows }: Board) => rows.flatMap(({ entries }) => entries);

const isNow = ({ start }: HourOfPresence, minute: number): boolean =>
  minute * MS_PER_MINUTE >= start && minute * MS_PER_MINUTE < start + MS_PER_HOUR;

function peakText(hours: readonly HourOfPresence[]): string {
  const highest = hours.reduce<HourOfPresence | undefined>(
    (found, hour) => ((hour.most ?? 0) > (found?.most ?? 0) ? hour : found),
    undefined,
  );
  return highest
    ? `at most ${highest.most}, between ${hourText(highest).replace(' - ', ' and ')}.`
    : 'nobody so far.';
}

/** Hours to come have a place and no bar. */
function columnOf(
  hour: HourOfPresence,
  { peak, isPresent, isNamed }: { peak: number; isPresent: boolean; isNamed: boolean },
): BarColumn {
  const height = ((hour.most ?? 0) / peak) * LAYOUT.plot;
  return {
    key: hour.start,
    title: `${hourText(hour)}: ${hour.most ?? 'still to come'}`,
    bars: [
      {
        height,
        className: classes(isPresent ? 'fill-accent' : 'fill-accent-mid', 'forced-colors:fill-[Highlight]'),
      },
    ],
    label:
      hour.most === null
        ? undefined
        : {
            text: String(hour.most),
            height: height + LABEL_GAP,
            className: hour.most === 0 ? 'fill-muted' : 'fill-ink font-semibold',
          },
    name: { text: formatMinute(hour.minute).replace(':00', ''), isCurrent: isPresent, isMinor: !isNamed },
  };
}
