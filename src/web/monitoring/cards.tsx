import { say, sayNumber } from '#texts/say';
import { Bell, UserCheck, UserX } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { CARD_STATES } from '#domain/day/attention';
import type { HeadCount } from '#domain/day/monitoring';
import { arrivalsToday, type ArrivalSlot, type ArrivalsToday } from '#domain/day/arrivals-today';
import { expectedOn } from '#domain/expected/expected';
import { formatMinute } from '#domain/time/format';
import { MINUTES_PER_HOUR } from '#domain/time/units';
import { minuteOfDayAt } from '#domain/time/workplace-day';
import { openOver, setParams, useParams } from '#web/browser/navigation.ts';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { useNow } from '#web/time/use-now.tsx';
import { BarChart, type BarColumn } from '#web/ui/bar-chart.tsx';
import { Cell, Row, Table } from '#web/ui/table.tsx';
import type { Monitor } from './use-monitor.ts';

/** Shows three figures (spec §2). A press on a figure filters the table of employees, or opens all activity. */
export function FigureCards({ heads, alertsToday }: { heads: HeadCount; alertsToday: number }) {
  const { show } = useParams('show');
  const filtering = (state: (typeof CARD_STATES)[number]) => ({
    isChosen: show === state,
    onPress: () => {
      setParams({ show: show === state ? undefined : state });
      // On a phone the table is below the visible part, so scroll to it.
      if (show !== state && matchMedia('(width < 40rem)').matches)
        document.getElementById('all-employees')?.scrollIntoView();
    },
  });
  return (
    <div className="grid grid-cols-3 gap-2 sm:gap-4">
      <Figure
        {...filtering('clocked-in')}
        label={say('board.currentlyIn')}
        icon={<UserCheck size={16} />}
        look="bg-success-soft text-success"
        value={heads.clockedIn}
        more={say('board.ofAll', { all: heads.employees })}
      />
      <Figure
        {...filtering('not-clocked-in')}
        label={say('board.notIn')}
        icon={<UserX size={16} />}
        look="bg-sunken text-muted"
        value={heads.notClockedIn}
      />
      <Figure
        label={say('board.alerts')}
        icon={<Bell size={16} />}
        look={alertsToday > 0 ? 'bg-warning-soft text-warning' : 'bg-sunken text-muted'}
        value={alertsToday}
        onPress={() => openOver('activity')}
      />
    </div>
  );
}

interface FigureProps {
  label: string;
  icon: ReactNode;
  look: string;
  value: number;
  more?: string;
  /** Undefined if a press opens a dialog instead of filtering. */
  isChosen?: boolean;
  onPress: () => void;
}

const Figure = ({ label, icon, look, value, more, isChosen, onPress }: FigureProps) => (
  <Card aria-label={label} className="flex">
    <button
      type="button"
      aria-pressed={isChosen}
      aria-haspopup={isChosen === undefined ? 'dialog' : undefined}
      onClick={onPress}
      className={classes(
        'flex grow items-start justify-between gap-2 rounded-lg p-3 text-start select-none sm:px-4',
        isChosen ? 'bg-accent-soft ring-2 ring-accent ring-inset' : 'hover:bg-page',
      )}
    >
      <span className="flex h-full flex-col justify-between">
        <span className="block text-xs text-muted sm:text-sm">{label}</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-xl font-semibold tabular-nums">{sayNumber(value)}</span>
          {more !== undefined && <span className="text-sm text-muted tabular-nums">{more}</span>}
        </span>
      </span>
      <span
        aria-hidden
        className={classes('hidden size-8 shrink-0 place-items-center rounded-md sm:grid', look)}
      >
        {icon}
      </span>
    </button>
  </Card>
);

const LAYOUT = { top: 20, plot: 88, bottom: 22, nameOffset: 16, barShare: 0.7, radius: 4 };
const LABEL_GAP_PX = 6;
const ON_TIME_CLASS = 'fill-accent-mid forced-colors:fill-[Highlight]';
const LATE_CLASS = 'fill-warning forced-colors:fill-[CanvasText]';

export function ArrivalsCard({ monitor: { board, view, today } }: { monitor: Monitor }) {
  const { rows } = board;
  const { start } = expectedOn(today, view.settings);
  const arrivals = useMemo(() => arrivalsToday(rows, today, start), [rows, today, start]);
  const isStarted = useNow((now) => start !== undefined && minuteOfDayAt(now, today) >= start);
  const arrivedText =
    isStarted && start !== undefined
      ? say('arrivals.byStart', { count: arrivals.byStart, time: formatMinute(start) })
      : say('arrivals.soFar', { count: arrivals.count });
  return (
    <Card aria-labelledby="arrivals" className="p-4 pb-2 md:max-xl:col-span-2">
      <CardTitle id="arrivals" aside={arrivals.late > 0 && <Legend />}>
        {say('arrivals.title')}
      </CardTitle>
      {arrivals.first === null ? (
        <p className="my-2 text-sm text-muted">{say('arrivals.none')}</p>
      ) : (
        <>
          <p className="mt-1 text-sm text-muted tabular-nums">
            {say('arrivals.summary', {
              first: formatMinute(arrivals.first),
              arrived: arrivedText,
              late: arrivals.late,
            })}
          </p>
          <ArrivalBars of={arrivals} />
        </>
      )}
    </Card>
  );
}

const Legend = () => (
  <p aria-hidden className="flex items-center gap-x-3 text-xs text-muted">
    {[
      [say('arrivals.onTime'), ON_TIME_CLASS],
      [say('arrivals.late'), LATE_CLASS],
    ].map(([word, fill]) => (
      <span key={word} className="inline-flex items-center gap-1">
        <svg width="10" height="10">
          <rect width="10" height="10" rx="2" className={fill} />
        </svg>
        {word}
      </span>
    ))}
  </p>
);

function ArrivalBars({ of: { slots, step } }: { of: ArrivalsToday }) {
  const peak = Math.max(...slots.map(({ onTime, late }) => onTime + late));
  const span = ({ minute }: ArrivalSlot) => `${formatMinute(minute)} - ${formatMinute(minute + step)}`;
  const caption = step === 15 ? 'arrivals.byQuarter' : step === 30 ? 'arrivals.byHalf' : 'arrivals.byHour';
  const column = (slot: ArrivalSlot, index: number): BarColumn => {
    const { minute, onTime, late } = slot;
    const [base, top] = [onTime, onTime + late].map((count) => (count / peak) * LAYOUT.plot);
    return {
      key: minute,
      title: say('arrivals.slot', { slot: span(slot), onTime, late }),
      bars: [
        { height: top ?? 0, from: base ?? 0, className: LATE_CLASS },
        { height: base ?? 0, className: ON_TIME_CLASS },
      ],
      label:
        onTime + late === 0
          ? undefined
          : {
              text: sayNumber(onTime + late),
              height: (top ?? 0) + LABEL_GAP_PX,
              className: 'fill-ink font-semibold',
            },
      name:
        minute % MINUTES_PER_HOUR === 0
          ? {
              text: formatMinute(minute).replace(':00', ''),
              isMinor: slots.length > 12 && step === MINUTES_PER_HOUR && index % 2 === 1,
            }
          : null,
    };
  };
  return (
    <BarChart
      className="mt-2"
      summary={say('arrivals.figuresBelow', { caption: say(caption) })}
      layout={LAYOUT}
      columns={slots.map(column)}
      table={
        <div className="-mx-4 mt-1">
          <Table
            caption={say(caption)}
            columns={[say('field.time'), say('arrivals.onTime'), say('arrivals.late')]}
          >
            {slots
              .filter(({ onTime, late }) => onTime + late > 0)
              .map((slot) => (
                <Row key={slot.minute}>
                  <Cell className="tabular-nums">{span(slot)}</Cell>
                  <Cell className="tabular-nums max-sm:ms-auto">{slot.onTime}</Cell>
                  <Cell className="font-semibold tabular-nums">{slot.late}</Cell>
                </Row>
              ))}
          </Table>
        </div>
      }
    />
  );
}
