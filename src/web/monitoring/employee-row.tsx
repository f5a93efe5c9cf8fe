import { FileText, TriangleAlert } from 'lucide-react';
import { memo, useMemo } from 'react';
import { formatDate, formatTime } from '#domain/time/format';
import { todayMinutes, type MonitoringRow } from '#domain/day/monitoring';
import { END_MISSING, countsUntil, isEndMissing, type TimeEntry } from '#domain/entry/time-entry';
import { formatDuration, MS_PER_HOUR, MS_PER_MINUTE, type EpochMs, type Minutes } from '#domain/time/units';
import { monthBefore, type WorkplaceDay } from '#domain/time/workplace-day';
import { expectedOn } from '#domain/expected/expected';
import type { WorkHistory } from '#domain/expected/work-rule';
import { AdminCorrectionMark } from '#web/corrections/admin-lock.tsx';
import { StatusBadge } from '#web/people/session-facts.tsx';
import type { EntryCorrection } from '#contract/corrections/rows';
import { PersonLink } from '#web/frame/person-name.tsx';
import { openReportOf } from '#web/reports/report-address.ts';
import { LiveText, useNow } from '#web/time/use-now.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Cell, Row } from '#web/ui/table.tsx';
import { CloseEntryButton } from './left-open.tsx';
import { STATE_WORDS } from './status-table.ts';
import type { Monitor } from './use-monitor.ts';

interface EmployeeRowProps {
  row: MonitoringRow;
  zone: string;
  today: WorkplaceDay;
  scale: DayScale;
  /** True if the row had an entry left open, even if somebody closed this entry since. */
  wasOpen: boolean;
  corrections: readonly EntryCorrection[] | undefined;
}

/** Memoised: a live change redraws one employee. On a phone the row folds into two lines. */
export const EmployeeRow = memo(function EmployeeRow({
  row,
  zone,
  today,
  scale,
  wasOpen,
  corrections,
}: EmployeeRowProps) {
  const { person, lastActivity, forgottenEntry } = row;
  return (
    <Row
      fold="grid"
      className="group max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center sm:hover:bg-page"
    >
      <Cell className="wrap-anywhere max-sm:order-1">
        <span className="block items-center gap-3 lg:flex print:flex">
          <span className="block font-semibold lg:w-34 lg:shrink-0">
            <PersonLink person={person} />
          </span>
          {forgottenEntry !== null || wasOpen ? (
            <span className="flex">
              <CloseEntryButton person={person} isClosed={forgottenEntry === null} />
            </span>
          ) : (
            <span className="block truncate text-xs text-muted">{person.department}</span>
          )}
        </span>
      </Cell>
      <Cell className="max-sm:order-3">
        <StateLabels row={row} />
      </Cell>
      <Cell className="text-muted tabular-nums lg:whitespace-nowrap print:whitespace-nowrap max-sm:order-4 max-sm:text-right max-sm:text-xs">
        {lastActivity !== null && lastActivity < today.start && `${formatDate(lastActivity, zone)}, `}
        {lastActivity === null ? 'Not clocked in today' : formatTime(lastActivity, zone)}
        {corrections && (
          <span className="ml-1.5 max-sm:float-left max-sm:mr-1.5">
            <AdminCorrectionMark corrections={corrections} zone={zone} />
          </span>
        )}
      </Cell>
      <Cell className="font-semibold whitespace-nowrap tabular-nums max-sm:order-2 max-sm:text-right">
        <span className="flex items-center justify-end gap-3">
          <button
            type="button"
            title="Report"
            aria-label={`Report of ${person.name}`}
            onClick={() => void openReportOf(person.id, monthBefore(today.day), !person.isActive)}
            className={REPORT_BUTTON_CLASS}
          >
            <FileText size={16} />
          </button>
          <DayStrip entries={row.entries} scale={scale} />
          <span className="shrink-0 lg:min-w-16">
            <LiveText of={(now: EpochMs) => hoursTodayText(todayMinutes(row, now))} />
            {row.day.day !== today.day && (
              <span className="block text-xs font-normal text-muted">of {formatDate(row.day.day, zone)}</span>
            )}
          </span>
        </span>
      </Cell>
    </Row>
  );
});

/** Negative margins keep the rows low. With a mouse the button shows only on hover or focus. */
const REPORT_BUTTON_CLASS =
  '-my-2.5 -mr-3 grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:-my-3.5 pointer-coarse:size-11 print:hidden pointer-fine:sm:opacity-0 pointer-fine:sm:group-hover:opacity-100 pointer-fine:sm:group-focus-within:opacity-100 pointer-fine:sm:focus-visible:opacity-100';

function StateLabels({ row }: Pick<EmployeeRowProps, 'row'>) {
  const { person, status, leftOpen, forgottenEntry, lateMinutes, isMissing, dayOff } = row;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {leftOpen === null ? (
        <StatusBadge status={status} />
      ) : (
        <Badge tone="warning" icon={<TriangleAlert size={14} />}>
          {END_MISSING}
        </Badge>
      )}
      {!person.isActive && <span className="text-xs text-muted">No longer active</span>}
      {leftOpen === null && forgottenEntry !== null && (
        <span className={WARNING_TEXT_CLASS}>{END_MISSING}</span>
      )}
      {isMissing && <span className={WARNING_TEXT_CLASS}>{STATE_WORDS.missing.label}</span>}
      {dayOff && <span className="text-xs text-muted">{dayOff}</span>}
      {lateMinutes > 0 && <span className={WARNING_TEXT_CLASS}>{formatDuration(lateMinutes)} late</span>}
    </span>
  );
}

const WARNING_TEXT_CLASS = 'text-xs font-semibold whitespace-nowrap text-warning';

const hoursTodayText = (minutes: Minutes): string => (minutes < 1 ? '0h 0m' : formatDuration(minutes));

/** Time span of the strip that shows a day's work and breaks. Figures next to the strip say the same in words. */
export type DayScale = ReturnType<typeof dayScale>;

/** Returns the start and end of the strip: the usual hours, widened to include all entries and the present time. */
export function dayScale(
  entries: readonly TimeEntry[],
  settings: WorkHistory,
  { today, now }: { readonly today: WorkplaceDay; readonly now: EpochMs },
) {
  const { start, end } = expectedOn(today, settings);
  // Usual hours are clock times: subtract the clock time of the day's start, and a change of summer time today.
  const shiftedMinutes = today.shifts.reduce((sum, { minutes }) => sum + minutes, today.startMinute);
  const usual =
    start !== undefined && end !== undefined && end > start
      ? [start, end].map((minute) => today.start + (minute - shiftedMinutes) * MS_PER_MINUTE)
      : [today.start, today.end];
  const there = entries.flatMap((entry) => {
    const until = countsUntil(entry, now);
    return until === null || until <= today.start ? [] : [entry.clockIn, until];
  });
  const hours = [...usual, now, ...there].map((at) => (at - today.start) / MS_PER_HOUR);
  return {
    from: today.start + Math.max(0, Math.floor(Math.min(...hours))) * MS_PER_HOUR,
    to: Math.min(today.end, today.start + Math.ceil(Math.max(...hours)) * MS_PER_HOUR),
  };
}

export function useDayScale({ board, view: { settings }, today }: Monitor): DayScale {
  const minute = useNow((now) => Math.floor(now / MS_PER_MINUTE));
  const { from, to } = useMemo(
    () =>
      dayScale(
        board.rows.flatMap(({ entries }) => entries),
        settings,
        { today, now: (minute + 1) * MS_PER_MINUTE - 1 },
      ),
    [board, settings, today, minute],
  );
  return useMemo(() => ({ from, to }), [from, to]);
}

/** Positions are in percent of the strip. Breaks come after their entry, so they are drawn on top. */
export function stripPieces(entries: readonly TimeEntry[], { from, to }: DayScale, now: EpochMs) {
  const piece = (kind: 'in' | 'break', start: EpochMs, end: EpochMs | null) => {
    const [left, right] = [Math.max(from, start), Math.min(to, end ?? now)].map(
      (at) => ((at - from) / (to - from)) * 100,
    );
    return left !== undefined && right !== undefined && right > left
      ? [{ kind, left, width: right - left }]
      : [];
  };
  return entries
    .filter((entry) => !isEndMissing(entry))
    .flatMap(({ clockIn, clockOut, breaks }) => [
      ...piece('in', clockIn, clockOut),
      ...breaks.flatMap(({ start, end }) => piece('break', start, end ?? clockOut)),
    ]);
}

type DayStripProps = { entries: readonly TimeEntry[]; scale: DayScale };

const DayStrip = memo(function DayStrip({ entries, scale }: DayStripProps) {
  const now = useNow((present) => Math.floor(present / MS_PER_MINUTE)) * MS_PER_MINUTE;
  return (
    <svg aria-hidden className="hidden h-2 min-w-0 grow lg:block" preserveAspectRatio="none">
      <rect width="100%" height="100%" rx="4" className="fill-sunken" />
      {stripPieces(entries, scale, now).map(({ kind, left, width }) => (
        <rect
          key={`${kind} ${left}`}
          x={`${left}%`}
          width={`${width}%`}
          height="100%"
          rx={kind === 'in' ? 4 : 0}
          className={
            kind === 'in'
              ? 'fill-accent-mid forced-colors:fill-[Highlight]'
              : 'fill-warning-soft stroke-warning stroke-1 forced-colors:fill-[Canvas]'
          }
        />
      ))}
    </svg>
  );
});
