import { say } from '#texts/say';
import { WifiOff } from 'lucide-react';
import { type EpochMs, MS_PER_MINUTE, formatDuration } from '#domain/time/units';
import type { ConnectionStatus } from './connection.ts';
import { useConnectionStatus, useIsLive } from './live-updates.ts';
import { useNow } from '#web/time/use-now.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { RetryBanner } from '#web/ui/banner.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';

/** Says that the default settings apply, since the settings could not be loaded (spec §4). */
export const DefaultsNote = ({ onRetry, children }: { onRetry: () => void; children?: ReactNode }) => (
  <div role="alert">
    <RetryBanner tone="warning" title={say('problem.settings_load_failed')} onRetry={onRetry}>
      {say('live.defaultsApply')} {children}
    </RetryBanner>
  </div>
);

/** Hides the failure if data exists while the connection is lost: `LiveStrip` says how old the data is. */
export function LiveFailure(props: Omit<ComponentProps<typeof LoadFailure>, 'isShown'>) {
  const isLive = useIsLive();
  return <LoadFailure {...props} isShown={isLive || props.query.data === undefined} />;
}

/** Floats below the header, so nothing moves. Screen readers announce the interruption once, not at each new time. */
export function LiveStrip() {
  const connection = useConnectionStatus();
  const message = useNow((now) => connectionMessage(connection, now));
  return (
    <div className="sticky top-0 z-20 h-0 sm:top-14 print:hidden">
      <p role="status" className="sr-only">
        {message === null ? '' : say('live.interrupted')}
      </p>
      {message !== null && (
        <section
          aria-label={say('live.connection')}
          className="animate-appear absolute inset-x-0 top-0 flex justify-center gap-x-1.5 overflow-hidden bg-warning-soft px-4 text-xs whitespace-nowrap text-warning sm:text-sm sm:leading-6"
        >
          <WifiOff size={14} className="shrink-0 self-center" />
          <span className="font-semibold">{message}</span>
          <span className="text-ink max-sm:hidden">{say('live.outOfDate')}</span>
        </section>
      )}
    </div>
  );
}

/** Shorter interruptions are not shown. */
const SHOWN_AFTER_MS = 3000;
const STEP_MS = 5000;

/** 'Connection lost 40s ago', in coarse steps; null while connected. */
export function connectionMessage(connection: ConnectionStatus, now: EpochMs): string | null {
  if (connection.state !== 'lost' && connection.state !== 'behind') return null;
  const age = now - connection.since;
  if (age < SHOWN_AFTER_MS) return null;
  const seconds = Math.max(SHOWN_AFTER_MS, Math.floor(age / STEP_MS) * STEP_MS) / 1000;
  const long =
    age < MS_PER_MINUTE ? say('live.seconds', { count: seconds }) : formatDuration(age / MS_PER_MINUTE);
  return connection.state === 'lost'
    ? say('live.lost', { duration: long })
    : say('live.behind', { duration: long });
}
