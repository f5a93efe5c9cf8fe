import type { ReactNode } from 'react';
import { formatFullDate, formatTime, formatZone } from '#domain/time/format';
import type { EpochMs } from '#domain/time/units';
import { LiveText } from '#web/time/use-now.tsx';
import { classes } from '#web/ui/classes.ts';

interface FigureProps {
  of: (now: EpochMs) => string;
  /** Replaces the digits for screen readers. */
  spoken?: ReactNode;
  className?: string;
}

/** A box of fixed size, so that a tick needs no layout. */
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

interface WallProps {
  zone: string;
  /** The device shows another time, so the zone is named. */
  isElsewhere: boolean;
}

const ZoneName = ({ zone, isElsewhere }: WallProps) =>
  isElsewhere && (
    <p className="text-xs text-muted">
      <LiveText of={(now) => `${formatZone(now, zone)} time`} />
    </p>
  );

export const WallFace = (wall: WallProps) => (
  <div className="text-center">
    <Figure of={(now) => formatTime(now, wall.zone)} />
    <p className="text-muted">
      <LiveText of={(now) => formatFullDate(now, wall.zone)} />
    </p>
    <ZoneName {...wall} />
  </div>
);

export const DoneFace = ({ worked, ...wall }: WallProps & { worked: string }) => (
  <>
    <p className="text-center tabular-nums">
      <span className="block text-sm leading-4 text-muted">
        Done for today<span className="sr-only">, </span>
      </span>
      <span className="block text-clock font-semibold">{worked}</span>
    </p>
    <WallLine {...wall} isSmall />
  </>
);

export const WallLine = ({ isSmall = false, ...wall }: WallProps & { isSmall?: boolean }) => (
  <div
    className={classes(
      'flex items-center justify-between gap-3',
      !isSmall && 'border-t border-line pt-1 pb-2',
    )}
  >
    <p className={classes('font-semibold tabular-nums', isSmall ? 'text-lg' : 'text-2xl')}>
      <LiveText of={(now) => formatTime(now, wall.zone)} />
    </p>
    <div className="text-right text-sm text-balance text-muted max-[22rem]:text-xs">
      <p>
        <LiveText of={(now) => formatFullDate(now, wall.zone)} />
      </p>
      <ZoneName {...wall} />
    </div>
  </div>
);
