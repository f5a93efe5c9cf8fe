import { say } from '#texts/say';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { STATUS_LABEL, type WorkStatus } from '#domain/entry/time-entry';
import { STATUS_LOOK } from '#web/frame/status-look.ts';
import { useNow } from '#web/time/use-now.tsx';
import { RetryBanner } from '#web/ui/banner.tsx';
import { classes } from '#web/ui/classes.ts';
import { statusLines, type Clock } from './clock-view.ts';
import { PIN_EMOJI, SLOW_PUNCH_MS } from './punch.ts';
import type { PunchControls } from './use-punch.ts';

/** Only the status with running work time has strong colours. */
const LOOKS: Readonly<Record<WorkStatus, string>> = {
  'clocked-in': 'border-running bg-running text-on-running',
  'on-break': 'border-warning bg-warning-soft text-warning',
  'clocked-out': 'border-line bg-sunken text-ink',
};

const ASIDE = 'text-xs font-normal';

interface StatusBandProps {
  clock: Clock;
  punching: PunchControls;
  lastingWarnings: readonly string[];
}

/**
 * The status badge and Status card of spec §2. A longer message floats over the figure below, so that
 * nothing moves. Live regions are always mounted, so that new content is announced.
 */
export function StatusBand({ clock, punching: { state }, lastingWarnings }: StatusBandProps) {
  const { icon: Icon } = STATUS_LOOK[clock.status];
  const since = state.phase === 'pending' ? state.since : null;
  const isSlow = useNow((now) => since !== null && now - since >= SLOW_PUNCH_MS);
  const detail = statusLines(clock).map((line, index) => (
    <p key={line} className={index === 0 ? undefined : ASIDE}>
      {line}
    </p>
  ));
  const isOut = clock.current === undefined;
  // While a clock-in is pending, the warning is shown here, since no entry can show it yet (spec §4, step 2).
  const isWarned = state.phase === 'pending' && !isSlow && isOut && state.warnings.length > 0;
  const newWarnings =
    state.phase === 'done' ? state.warnings.filter((warning) => !lastingWarnings.includes(warning)) : [];
  const isQuiet = state.phase !== 'done' && !isSlow && !isWarned;
  return (
    <section aria-labelledby="status" className="relative z-10 h-13">
      <div className="absolute inset-x-0 top-0">
        <div
          className={classes(
            'flex min-h-13 items-center justify-between gap-4 border-b px-4 py-1.5 sm:px-6',
            LOOKS[clock.status],
          )}
        >
          <div className="shrink-0">
            <h2 id="status" className="text-xs">
              {say('clock.status')}
            </h2>
            <p className="flex items-center gap-2 font-semibold">
              <Icon size={18} />
              {STATUS_LABEL[clock.status]}
            </p>
          </div>
          <div className="min-w-0 text-end text-sm text-balance tabular-nums">
            <div role="status" className="font-semibold wrap-anywhere">
              {state.phase === 'done' && <p>{withPin(state.message)}</p>}
              {newWarnings.map((warning) => (
                <p key={warning} className={ASIDE}>
                  {warning}
                </p>
              ))}
              {isSlow && say('clock.stillChecking')}
              {isWarned && <p className={ASIDE}>{state.warnings.join(' ')}</p>}
              {isOut && isQuiet && detail}
            </div>
            {!isOut && isQuiet && detail}
          </div>
        </div>
      </div>
    </section>
  );
}

/** Placed above the clock, so that it covers no button and moves nothing. */
export const PunchFailure = ({ state, tryAgain }: Pick<PunchControls, 'state' | 'tryAgain'>) => (
  <div role="alert" className="absolute inset-x-0 bottom-full z-20 pb-1 *:shadow-popup">
    {state.phase === 'failed' && (
      <RetryBanner title={state.message} onRetry={state.canRetry ? tryAgain : null}>
        {state.recorded}
      </RetryBanner>
    )}
  </div>
);

/** Some devices cannot draw the pin, so an icon replaces it. */
function withPin(message: string): ReactNode {
  if (!message.endsWith(PIN_EMOJI)) return message;
  return (
    <>
      {message.slice(0, -PIN_EMOJI.length)}
      <span aria-hidden className="inline-block w-0 overflow-hidden align-bottom opacity-0 select-none">
        {PIN_EMOJI}
      </span>
      <MapPin
        role="img"
        aria-label={say('clock.locationRecorded')}
        aria-hidden={false}
        size={16}
        className="inline align-text-bottom"
      />
    </>
  );
}
