import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { memo, type ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { formatFullDate, formatTime, formatZone, formatDate } from '#domain/time/format';
import { formatDuration, formatStopwatch, MS_PER_MINUTE, type EpochMs } from '#domain/time/units';
import {
  endMissingText,
  isEndMissing,
  openBreak,
  breakMinutes,
  breakMs,
  workedMinutes,
  workedMs,
  type TimeEntry,
} from '#domain/entry/time-entry';
import { dayContaining } from '#domain/time/workplace-day';
import { useLanguage } from '#web/browser/language.ts';
import { LiveText } from '#web/time/use-now.tsx';
import { classes } from '#web/ui/classes.ts';
import type { Clock } from './clock-view.ts';

interface FigureProps {
  of: (now: EpochMs) => string;
  /** Text that screen readers read instead of the digits. */
  spoken?: ReactNode;
  className?: string;
}

/** The figure has a fixed size, so its change each second does not make the browser lay out the page again. */
export const Figure = ({ of, spoken, className }: FigureProps) => (
  <p
    className={classes(
      'h-14 w-full text-center text-clock font-semibold whitespace-nowrap tabular-nums contain-[layout_size]',
      className,
    )}
  >
    <span aria-hidden={spoken !== undefined || undefined}>
      <LiveText of={of} />
    </span>
    {spoken !== undefined && <span className="sr-only">{spoken}</span>}
  </p>
);

interface WallClockProps {
  zone: string;
  /** True if the device's clock shows another time. Then the zone's name is shown. */
  isElsewhere: boolean;
}

const ZoneName = ({ zone, isElsewhere }: WallClockProps) =>
  isElsewhere && (
    <p className="text-xs text-muted">
      <LiveText of={(now) => say('clock.zone', { zone: formatZone(now, zone) })} />
    </p>
  );

export const WallClockFace = (wall: WallClockProps) => (
  <div className="text-center">
    <Figure of={(now) => formatTime(now, wall.zone)} />
    <p className="text-muted">
      <LiveText of={(now) => formatFullDate(now, wall.zone)} />
    </p>
    <ZoneName {...wall} />
  </div>
);

export const DoneFace = ({
  worked,
  isDone,
  ...wall
}: WallClockProps & { worked: string; isDone: boolean }) => (
  <>
    <p className="text-center tabular-nums">
      <span className="block text-sm leading-4 text-muted">
        {isDone ? say('clock.doneToday') : say('clock.workedToday')}
        <span className="sr-only">, </span>
      </span>
      <span className="block text-clock font-semibold">{worked}</span>
    </p>
    <WallClockLine {...wall} isSmall />
  </>
);

export const WallClockLine = ({ isSmall = false, ...wall }: WallClockProps & { isSmall?: boolean }) => (
  <div
    className={classes(
      'flex items-center justify-between gap-3',
      !isSmall && 'border-t border-line pt-1 pb-2',
    )}
  >
    <p className={classes('font-semibold tabular-nums', isSmall ? 'text-lg' : 'text-2xl')}>
      <LiveText of={(now) => formatTime(now, wall.zone)} />
    </p>
    <div className="text-end text-sm text-balance text-muted max-[22rem]:text-xs">
      <p>
        <LiveText of={(now) => formatFullDate(now, wall.zone)} />
      </p>
      <ZoneName {...wall} />
    </div>
  </div>
);

interface ActiveSessionProps {
  clock: Clock;
  entry: TimeEntry;
  /** Warnings that are shown while the entry is open (spec §4); '' if there are none. */
  warning: string;
}

/** An entry of an earlier day shows its date [D1.5]. */
export const ActiveSession = memo(function ActiveSession({ clock, entry, warning }: ActiveSessionProps) {
  useLanguage();
  const { zone, today, shownDay, days } = clock;
  const isMissing = isEndMissing(entry);
  const pause = isMissing ? undefined : openBreak(entry);
  const day = dayContaining(entry.clockIn, days)?.day;
  const isOfToday = day === today;
  const isNightShift = !isOfToday && day === shownDay;
  const worked = <LiveText of={(now) => formatDuration(workedMinutes(entry, now))} />;
  return (
    <section
      aria-label={say('clock.activeSession')}
      className="flex grow flex-col items-center justify-center text-center text-sm"
    >
      {pause ? (
        <>
          <Figure
            className="text-warning"
            of={(now) => formatStopwatch(now - pause.start)}
            spoken={
              <LiveText
                of={(now) => say('clock.onBreakFor', { duration: formatDuration(breakMinutes(pause, now)) })}
              />
            }
          />
          <p className="text-lg tabular-nums">
            {richly('clock.workedNow', { duration: <span className="font-semibold">{worked}</span> })}
          </p>
        </>
      ) : (
        <Figure
          of={(now) => (isMissing ? endMissingText() : formatStopwatch(workedMs(entry, now)))}
          spoken={isMissing ? undefined : worked}
        />
      )}
      <div className="flex flex-wrap justify-center gap-x-3 text-muted tabular-nums">
        <h2 className="font-semibold text-ink">{say('clock.activeSession')}</h2>
        <dl className="contents">
          <Fact name={say('clock.started')}>
            <span>{formatTime(entry.clockIn, zone)}</span>
            {!isOfToday && (
              <span className={classes('font-semibold', !isNightShift && 'text-warning')}>
                {formatDate(entry.clockIn, zone)}
              </span>
            )}
          </Fact>
          {!pause && !isMissing && entry.breaks.length > 0 && (
            <Fact name={say('entry.breaks')}>
              <LiveText of={(now) => formatDuration(breakMs(entry, now) / MS_PER_MINUTE)} />
            </Fact>
          )}
        </dl>
      </div>
      {warning !== '' && (
        <p className="mt-1 flex items-start gap-1.5 text-start text-xs text-balance text-warning sm:text-sm">
          <TriangleAlert size={16} className="shrink-0 sm:mt-0.5" />
          {warning}
        </p>
      )}
      {isNightShift && (
        <p className="mt-1 text-muted">{say('clock.nightShift', { day: formatDate(shownDay, zone) })}</p>
      )}
      {isMissing && <p className="mt-1 text-warning">{say('clock.countsAfterOut')}</p>}
      {entry.notes !== '' && (
        <p
          role="group"
          aria-label={say('clock.sessionNotes')}
          tabIndex={0}
          // Long notes scroll, so that the card keeps its height.
          className="mt-1 min-h-5 w-full grow basis-0 overflow-y-auto rounded-sm wrap-anywhere whitespace-pre-line text-muted"
        >
          {entry.notes}
        </p>
      )}
    </section>
  );
});

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-1.5">
    <dt>{name}</dt>
    <dd className="flex flex-wrap gap-x-1.5">{children}</dd>
  </div>
);
