import { formatDuration, MS_PER_MINUTE, type EpochMs } from '#domain/time';
import type { ConnectionStatus } from '#web/live/connection.ts';
import { useConnectionStatus } from '#web/live/live-updates.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Banner } from '#web/ui/banner.tsx';

/**
 * Says that the live connection is down and since when. It is read aloud when it comes, not each time its age
 * changes.
 */
export function LiveBanner() {
  const connection = useConnectionStatus();
  const message = useNow((now) => connectionMessage(connection, now));
  return (
    <>
      <p role="status" className="sr-only">
        {message === null ? '' : 'The live connection is interrupted.'}
      </p>
      {message !== null && (
        <div className="mb-4">
          <Banner tone="warning" title={message}>
            What you see may be out of date. It catches up by itself.
          </Banner>
        </div>
      )}
    </>
  );
}

/** An interruption shorter than this is not told. */
const PATIENCE_MS = 3000;
const STEP_MS = 5000;

/** 'Connection lost 40 s ago', in steps that can be read calmly; null while all is well. */
export function connectionMessage(connection: ConnectionStatus, now: EpochMs): string | null {
  if (connection.state !== 'lost' && connection.state !== 'behind') return null;
  const age = now - connection.since;
  if (age < PATIENCE_MS) return null;
  const seconds = Math.max(PATIENCE_MS, Math.floor(age / STEP_MS) * STEP_MS) / 1000;
  const long = age < MS_PER_MINUTE ? `${seconds} s` : formatDuration(age / MS_PER_MINUTE);
  return connection.state === 'lost' ? `Connection lost ${long} ago` : `Live updates are ${long} behind`;
}
