import { useTicking } from '../../ticking.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SLOW_MS } from './punch.ts';
import type { Punching } from './use-punch.ts';

/** What became of the last press. Both regions are there from the start, so that what appears in them is read aloud (ui.md 10). */
export function Outcome({ punching: { state, tryAgain } }: { punching: Punching }) {
  const since = state.phase === 'pending' ? state.since : null;
  const isSlow = useTicking((now) => since !== null && now - since >= SLOW_MS);
  return (
    <>
      <div role="status" className="*:mt-3">
        {state.phase === 'done' && <Banner tone="success" title={state.message} />}
        {state.phase === 'done' && state.warnings.map((warning) => <Banner key={warning} tone="warning" title={warning} />)}
        {isSlow && <Banner tone="info" title="Still checking, please don't press again" />}
      </div>
      <div role="alert" className="*:mt-3">
        {state.phase === 'failed' && <Banner tone="danger" title={state.message} action={state.again && <Button size="small" onClick={tryAgain}>Try again</Button>}>{state.recorded}</Banner>}
      </div>
    </>
  );
}
