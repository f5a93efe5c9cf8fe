import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNow } from '#web/time/use-now.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { PIN, SLOW_MS } from './punch.ts';
import type { Punching } from './use-punch.ts';

interface OutcomeProps {
  punching: Punching;
  /** Warnings that stay as long as the entry is open. */
  standing: readonly string[];
  /** A clock-in would bring such a warning: its place is kept. */
  isStandingExpected: boolean;
}

/** Over today's shift, which is as high as most of what is told and says the same all day. */
const OVER = 'absolute inset-x-0 top-full *:mt-3 *:min-h-15';

/**
 * What became of the last press. Both regions are there from the start, so that what appears in them is read
 * aloud, and it appears where nothing has to move for it: a thumb may be on its way to a button.
 */
export function Outcome({ punching: { state, tryAgain }, standing, isStandingExpected }: OutcomeProps) {
  const since = state.phase === 'pending' ? state.since : null;
  const isSlow = useNow((now) => since !== null && now - since >= SLOW_MS);
  const known = 'warnings' in state ? state.warnings : [];
  const lasting = standing.length > 0 || state.phase !== 'pending' ? standing : known;
  const passing = state.phase === 'done' ? state.warnings.filter((one) => !lasting.includes(one)) : [];
  return (
    <div className="relative">
      <div role="status">
        <div
          className={classes(
            (isStandingExpected || lasting.length > 0) && 'grid min-h-18 content-start gap-3 pt-3',
          )}
        >
          {lasting.map((warning) => (
            <Banner key={warning} tone="warning" title={warning} />
          ))}
        </div>
        <div className={OVER}>
          {state.phase === 'done' && (
            <Banner tone="success" title={withPin(state.message)}>
              {passing.length > 0 ? passing.join(' ') : undefined}
            </Banner>
          )}
          {isSlow && <Banner tone="info" title="Still checking, please don't press again" />}
        </div>
      </div>
      <div role="alert" className={classes(OVER, '*:shadow-popup')}>
        {state.phase === 'failed' && (
          <Banner
            tone="danger"
            title={state.message}
            action={
              state.again && (
                <Button size="small" onClick={tryAgain}>
                  Try again
                </Button>
              )
            }
          >
            {state.recorded}
          </Banner>
        )}
      </div>
    </div>
  );
}

/**
 * Not every machine has a picture for the pin's character: it stays in the text, and an icon is drawn in its
 * place.
 */
function withPin(message: string): ReactNode {
  if (!message.endsWith(PIN)) return message;
  return (
    <>
      {message.slice(0, -PIN.length)}
      <span aria-hidden className="inline-block w-0 overflow-hidden align-bottom opacity-0 select-none">
        {PIN}
      </span>
      <MapPin
        role="img"
        aria-label="Location recorded"
        aria-hidden={false}
        size={16}
        className="inline align-text-bottom"
      />
    </>
  );
}
