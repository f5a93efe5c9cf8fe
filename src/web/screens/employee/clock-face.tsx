import type { ReactNode } from 'react';
import { formatFullDate, formatTime, formatZone } from '#domain/time/format';
import type { EpochMs } from '#domain/time/units';
import { LiveText } from '#web/time/use-now.tsx';
import { classes } from '#web/ui/classes.ts';

/** A box of fixed size, so that a tick needs no layout. `spoken` replaces digits for screen readers. */
export const Figure = ({
  of,
  spoken,
  className,
}: {
  of: (now: EpochMs) => string;
  spoken?: ReactNode;
  className?: string;
}) => (
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

const ZoneName = ({ zone }: { zone: string }) => <LiveText of={(now) => `${formatZone(now, zone)} time`} />;

export const WallFace = ({ zone, isElsewhere }: WallProps) => (
  <div className="text-center">
    <Figure of={(now) => formatTime(now, zone)} />
    <p className="text-muted">
      <LiveText of={(now) => formatFullDate(now, zone)} />
    </p>
    {isElsewhere && (
      <p className="text-xs text-muted">
        <ZoneName zone={zone} />
      </p>
    )}
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

export const WallLine = ({ zone, isElsewhere, isSmall = false }: WallProps & { isSmall?: boolean }) => (
  <div
    className={classes(
      'flex items-center justify-between gap-3',
      !isSmall && 'border-t border-line pt-1 pb-2',
    )}
  >
    <p className={classes('font-semibold tabular-nums', isSmall ? 'text-lg' : 'text-2xl')}>
      <LiveText of={(now) => formatTime(now, zone)} />
    </p>
    <div className="text-right text-sm text-balance text-muted max-[22rem]:text-xs">
      <p>
        <LiveText of={(now) => formatFullDate(now, zone)} />
      </p>
      {isElsewhere && (
        <p className="text-xs">
          <ZoneName zone={zone} />
        </p>
      )}
    </div>
  </div>
);
