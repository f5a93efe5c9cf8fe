import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNow } from '#web/time/use-now.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PIN, SLOW_MS } from './punch.ts';
import type { Punching } from './use-punch.ts';

interface OutcomeProps {
  punching: Punching;
  /** Warnings that stay as long as the entry is open. */
  standing: readonly string[];
}

/**
 * What became of the last press. Both regions are there from the start, so that what appears in them is read
 * aloud.
 */
export function Outcome({ punching: { state, tryAgain }, standing }: OutcomeProps) {
  const since = state.phase === 'pending' ? state.since : null;
  const isSlow = useNow((now) => since !== null && now - since >= SLOW_MS);
  const warnings = new Set([...('warnings' in state ? state.warnings : []), ...standing]);
  return (
    <>
      <div role="status" className="*:mt-3">
        {state.phase === 'done' && <Banner tone="success" title={withPin(state.message)} />}
        {[...warnings].map((warning) => (
          <Banner key={warning} tone="warning" title={warning} />
        ))}
        {isSlow && <Banner tone="info" title="Still checking, please don't press again" />}
      </div>
      <div role="alert" className="*:mt-3">
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
    </>
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
