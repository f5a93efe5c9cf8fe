import { useLanguage } from '#web/browser/language.ts';
import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { FileText, TriangleAlert } from 'lucide-react';
import { memo, useCallback, useMemo } from 'react';
import type { Correction } from '#contract/corrections/corrections';
import { correctedRows, correctionsByEntry } from '#contract/corrections/rows';
import type { TimeAxis } from '#domain/day/day-bar';
import { todayMinutes, todayOfPerson, type MonitoringRow } from '#domain/day/monitoring';
import { DAY_OFF_LABEL } from '#domain/day/monitoring';
import { endMissingText, STATUS_LABEL } from '#domain/entry/time-entry';
import type { WorkHistory } from '#domain/expected/work-rule';
import { formatDate, formatTime } from '#domain/time/format';
import { formatDuration, MINUTES_PER_DAY, type EpochMs, type Minutes } from '#domain/time/units';
import { isWithin, monthBefore, type WorkplaceDay } from '#domain/time/workplace-day';
import { openOver } from '#web/browser/navigation.ts';
import { AdminCorrectionMark } from '#web/corrections/admin-lock.tsx';
import { PersonLink, PersonName } from '#web/frame/person-name.tsx';
import { STATUS_LOOK } from '#web/frame/status-look.ts';
import { openReportOf } from '#web/reports/report-address.ts';
import { LiveText } from '#web/time/use-now.tsx';
import { AxisHours } from '#web/timeline/axis.tsx';
import { DayBar } from '#web/timeline/day-bar.tsx';
import { barEntriesOf } from '#web/timeline/bar-entries.ts';
import { useDayBar } from '#web/timeline/use-bars.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/classes.ts';
import { Button } from '#web/ui/button.tsx';
import { Cell, isRowPress, Row } from '#web/ui/table.tsx';
import { CloseEntryButton } from './left-open.tsx';

interface EmployeeRowProps {
  row: MonitoringRow;
  zone: string;
  today: WorkplaceDay;
  settings: WorkHistory;
  axis: TimeAxis;
  /** True if the row had an entry left open, even if somebody closed this entry since. */
  wasOpen: boolean;
  /** The person's corrections since yesterday. */
  corrections: readonly Correction[];
  /** A request of the person that waits for an admin. */
  requestId: string | undefined;
  /** True for the first row that needs nobody's attention, below those that do. */
  isRestStart: boolean;
}

/** Memoised: a live change redraws one employee. On a phone the row folds into three lines. */
export const EmployeeRow = memo(function EmployeeRow(props: EmployeeRowProps) {
  useLanguage();
  const { row, zone, today, wasOpen, corrections, requestId, isRestStart } = props;
  const { person, day, lastActivity, forgottenEntry } = row;
  const ofDay = useMemo(() => corrections.filter((one) => one.day === day.day), [corrections, day.day]);
  const marks = [...correctionsByEntry(ofDay).values()].flat();
  return (
    <Row
      fold="grid"
      className={classes(
        'group cursor-pointer max-sm:grid-cols-[minmax(0,1fr)_fit-content(62%)] sm:*:py-1.5 sm:hover:bg-page',
        isRestStart && 'bg-[linear-gradient(var(--color-control)_2px,transparent_2px)]',
      )}
      onClick={(event) => isRowPress(event) && openOver(person.id)}
    >
      <Cell className="wrap-anywhere max-sm:row-span-2 print:*:inline-block print:*:pe-3">
        <span className="-mt-0.75 block font-semibold print:m-0">
          <PersonLink person={person} />
        </span>
        {/* The gap keeps 24 px between two targets, without a higher row. */}
        <span className="mt-1.5 -mb-0.75 flex flex-wrap print:m-0 gap-x-3 text-xs text-muted">
          {(forgottenEntry !== null || wasOpen) && (
            <CloseEntryButton person={person} isClosed={forgottenEntry === null} />
          )}
          {requestId !== undefined && (
            <Button size="line" look="quiet" onClick={() => openOver('request', requestId)}>
              {say('board.reviewRequest')}
              <span className="sr-only">
                {' '}
                {richly('board.requestOf', { name: <PersonName person={person} /> })}
              </span>
            </Button>
          )}
          {forgottenEntry === null && !wasOpen && requestId === undefined && (
            <span className="truncate">{person.department}</span>
          )}
        </span>
      </Cell>
      <Cell
        className={classes('max-sm:justify-self-end', isRestStart && REST_CLASS)}
        {...(isRestStart && { 'data-rest': say('board.everybodyElse') })}
      >
        <StateLabels row={row} />
      </Cell>
      <Cell className="text-muted tabular-nums max-sm:text-end max-sm:text-xs">
        {lastActivity === null ? (
          <span className="block text-xs print:whitespace-nowrap">{say('board.notInToday')}</span>
        ) : (
          `${lastActivity < today.start ? `${formatDate(lastActivity, zone)}, ` : ''}${formatTime(lastActivity, zone)}`
        )}
        {marks.length > 0 && (
          <span className="ms-1.5 max-sm:float-start max-sm:me-1.5">
            <AdminCorrectionMark corrections={marks} zone={zone} />
          </span>
        )}
      </Cell>
      <Cell className="max-sm:col-span-2">
        <span className="block max-sm:flex max-sm:flex-row-reverse max-sm:items-center max-sm:gap-2 print:flex print:flex-row-reverse print:items-center print:gap-2">
          <span className="flex shrink-0 items-center justify-end gap-3 font-semibold whitespace-nowrap tabular-nums max-sm:w-26 print:w-16 max-sm:flex-row-reverse max-sm:gap-0">
            <button
              type="button"
              title={say('board.report')}
              aria-label={say('board.reportOf', { name: person.name })}
              onClick={() => void openReportOf(person.id, monthBefore(today.day), !person.isActive)}
              className={REPORT_BUTTON_CLASS}
            >
              <FileText size={16} />
            </button>
            {day.day !== today.day && (
              <span className="text-xs font-normal text-muted max-sm:hidden">
                {say('board.ofDay', { day: formatDate(day.day, zone) })}
              </span>
            )}
            <LiveText of={(now: EpochMs) => hoursTodayText(todayMinutes(row, now))} />
          </span>
          <TodaysBar {...props} corrections={ofDay} />
        </span>
      </Cell>
    </Row>
  );
});

/** Words on the line above the row. They take no room, so that no row moves when they do. */
const REST_CLASS =
  'relative after:pointer-events-none after:absolute after:-top-2 after:inset-e-2 after:bg-surface after:px-2 after:text-xs after:font-semibold after:whitespace-nowrap after:text-muted after:content-[attr(data-rest)] max-sm:after:-top-4.5 max-sm:after:inset-e-0';

/** Stays in sight above the bars. Those who listen hear times in each bar's name. */
export const AxisRow = ({ axis }: { axis: TimeAxis }) => (
  <tr
    aria-hidden
    className="sticky top-0 z-5 border-b-0 bg-surface max-sm:flex max-sm:px-(--inset) sm:top-16"
  >
    <td colSpan={3} className="max-sm:hidden">
      {null}
    </td>
    <td className="py-1 pe-(--inset) ps-2 max-sm:me-28 max-sm:grow max-sm:px-0">
      <AxisHours axis={axis} />
    </td>
  </tr>
);

/** Negative margins keep the rows low. With a mouse the button shows only on hover or focus. */
const REPORT_BUTTON_CLASS =
  '-my-2.5 -me-3 grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:-my-3.5 pointer-coarse:size-11 print:hidden pointer-fine:sm:opacity-0 pointer-fine:sm:group-hover:opacity-100 pointer-fine:sm:group-focus-within:opacity-100 pointer-fine:sm:focus-visible:opacity-100';

type BarProps = Omit<EmployeeRowProps, 'wasOpen' | 'requestId' | 'isRestStart'>;

/** The day of a running night shift is yesterday: its bar continues on today's axis. */
function TodaysBar({ row, zone, today, settings, axis, corrections }: BarProps) {
  const { person, day, entries, isMissing } = row;
  const isToday = day.day === today.day;
  const input = useMemo(
    () => ({
      day: isToday ? todayOfPerson(person, day) : day,
      next: isToday ? undefined : today,
      settings,
      isEmployed: person.isActive,
      isMissing,
      ...barEntriesOf(correctedRows(entries, corrections, zone, (at) => isWithin(at, day))),
    }),
    [person, day, today, isToday, settings, isMissing, entries, corrections, zone],
  );
  const shown = useMemo(() => {
    const moved = isToday ? 0 : MINUTES_PER_DAY;
    return { from: axis.from + moved, to: axis.to + moved };
  }, [axis, isToday]);
  const bar = useDayBar(input);
  const open = useCallback(() => openOver(person.id), [person.id]);
  if (!bar) return null;
  const onOpen = bar.segments.length > 0 ? open : undefined;
  return <DayBar bar={bar} axis={shown} zone={zone} size="line" isToday onOpen={onOpen} />;
}

const ICON_TONES = { success: 'text-success', warning: 'text-warning', neutral: 'text-muted' };

/** States are plain text, so that the tags of exceptions stand out. */
function StateLabels({ row }: Pick<EmployeeRowProps, 'row'>) {
  const { person, status, leftOpen, forgottenEntry, lateMinutes, isMissing, dayOff } = row;
  const { icon: Icon, tone } = STATUS_LOOK[status];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end print:flex-nowrap">
      {leftOpen === null && (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <Icon size={14} className={ICON_TONES[tone as keyof typeof ICON_TONES]} />
          {STATUS_LABEL[status]}
        </span>
      )}
      {forgottenEntry !== null && (
        <Badge tone="warning" icon={<TriangleAlert size={14} />}>
          {endMissingText()}
        </Badge>
      )}
      {!person.isActive && <span className="text-xs text-muted">{say('board.noLongerActive')}</span>}
      {isMissing && <Badge tone={forgottenEntry ? 'neutral' : 'warning'}>{say('board.missing')}</Badge>}
      {dayOff && <Badge>{DAY_OFF_LABEL[dayOff]}</Badge>}
      {lateMinutes > 0 && (
        <Badge tone="warning">{say('board.lateBy', { duration: formatDuration(lateMinutes) })}</Badge>
      )}
    </span>
  );
}

const hoursTodayText = (minutes: Minutes): string =>
  minutes < 1 ? say('board.noTime') : formatDuration(minutes);
