/** Durations are cut to whole minutes, so their sum can be below the exact total. `SecondsLine` shows the rest. */
import { say } from '#texts/say';
import { useState } from 'react';
import {
  type EpochMs,
  type Minutes,
  secondsNotShown,
  formatDuration,
  formatWithSeconds,
  hasSeconds,
  minutesNotShown,
} from '#domain/time/units';
import { useNow } from '#web/time/use-now.tsx';
import { classes } from '#web/ui/classes.ts';

export interface EntryPlaceProps {
  readonly ipAddress: string;
  readonly seenAddress?: string | undefined;
  readonly kiosk?: string | undefined;
}

export const hasEntryPlace = ({ ipAddress, seenAddress, kiosk }: EntryPlaceProps): boolean =>
  kiosk !== undefined || (seenAddress ?? ipAddress) !== ipAddress;

/** Shows the kiosk, and the IP address that the server saw if the browser's look-up failed or found another one. */
export const EntryPlace = ({ entry }: { entry: EntryPlaceProps }) => {
  const { ipAddress, seenAddress = ipAddress, kiosk } = entry;
  return (
    hasEntryPlace(entry) && (
      <span className="flex flex-wrap gap-x-2 text-xs leading-5 wrap-anywhere text-muted">
        {kiosk !== undefined && <span>{say('entry.kiosk', { kiosk })}</span>}
        {seenAddress !== ipAddress && <span>{say('entry.serverSaw', { address: seenAddress })}</span>}
      </span>
    )
  );
};

export type Seconds = ReturnType<typeof useSecondsToggle>;

export function useSecondsToggle() {
  const [isShown, setShown] = useState(false);
  return {
    isShown,
    toggle: () => setShown(!isShown),
    format: isShown ? formatWithSeconds : formatDuration,
  };
}

/** The line shows the seconds that full minutes leave out, so that the rows add up to the total. */
interface SecondsLineProps {
  seconds: Seconds;
  rows: (now: EpochMs) => readonly Minutes[];
  total: (now: EpochMs) => Minutes;
  className?: string;
}

export function SecondsLine({ seconds: { isShown, toggle }, rows, total, className }: SecondsLineProps) {
  const lacking = useNow((now) => {
    const all = rows(now);
    return all.some(hasSeconds) ? minutesNotShown(all, total(now)) : null;
  });
  if (lacking === null && !isShown) return null;
  return (
    <p
      className={classes(
        'flex flex-wrap items-center justify-end gap-x-3 text-sm text-muted tabular-nums',
        className,
      )}
    >
      {!isShown && lacking !== null && lacking > 0 && (
        <span>
          {say('seconds.notShown', { label: secondsNotShown(), duration: formatDuration(lacking) })}
        </span>
      )}
      <button
        type="button"
        onClick={toggle}
        className="min-h-8 rounded-sm font-semibold text-accent hover:text-accent-strong print:hidden"
      >
        {isShown ? say('seconds.hide') : say('seconds.show')}
      </button>
    </p>
  );
}
