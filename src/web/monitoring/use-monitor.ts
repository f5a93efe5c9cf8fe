/** Fetches the monitoring tab's data, and updates it with live changes and at midnight. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MonitoringView } from '#contract/monitoring/activity';
import { MS_PER_MINUTE } from '#domain/time/units';
import type { WorkplaceDay } from '#domain/time/workplace-day';
import { useSnapshot, useToday } from '#web/live/use-snapshot.ts';
import { type Board, boardOf } from './board.ts';
import { applyToMonitoring, findDay } from './monitoring-view.ts';
import { useNow } from '#web/time/use-now.tsx';

/** Shows the first change at once, later changes every `everyMs` milliseconds at most. */
export function useThrottled<Value>(value: Value, everyMs: number): Value {
  const [shown, setShown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(value);
  const drawn = useRef(value);
  latest.current = value;
  useEffect(() => {
    if (timer.current !== undefined) return;
    const draw = () => {
      timer.current = undefined;
      if (Object.is(drawn.current, latest.current)) return;
      drawn.current = latest.current;
      setShown(latest.current);
      timer.current = setTimeout(draw, everyMs);
    };
    draw();
  }, [value, everyMs]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return shown;
}

/** Milliseconds between drawings of the board, since nobody reads faster. */
const REDRAW_EVERY_MS = 250;

/** Data of the monitoring tab: the server's view, and the board derived from it. */
export interface Monitor {
  readonly view: MonitoringView;
  readonly zone: string;
  readonly today: WorkplaceDay;
  readonly board: Board;
}

export function useMonitor() {
  const query = useSnapshot('monitoring', applyToMonitoring);
  const drawn = useThrottled(query.data, REDRAW_EVERY_MS);
  const view = query.data && (drawn ?? query.data);
  const todayName = useToday('monitoring', view?.calendar);
  // Derives the board again each minute: a night shift can reach its limit although no change arrives.
  const minute = useNow((at) => Math.floor(at / MS_PER_MINUTE));
  const before = useRef<Board | null>(null);
  const monitor = useMemo((): Monitor | null => {
    if (!view || todayName === undefined) return null;
    const today = findDay(view, todayName);
    const board = boardOf(view, { now: (minute + 1) * MS_PER_MINUTE - 1, today }, before.current);
    before.current = board;
    return { view, zone: view.calendar.timeZone, today, board };
  }, [view, todayName, minute]);
  return { monitor, query };
}
