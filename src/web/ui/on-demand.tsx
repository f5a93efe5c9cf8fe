/**
 * A part of the screen whose code is fetched when it is first drawn. Not React's `lazy`: that holds back for
 * 300 ms what arrives sooner than that after its fallback was shown, so a dialog opened late for no reason.
 */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { RetryBanner } from './banner.tsx';

export interface OnDemand<Props> {
  (props: Props): ReactNode;
  /** Fetches the code before it is needed. Never fails: drawing tries again. */
  prepare(): Promise<void>;
}

/**
 * @param fetchCode imports the module whose default export is the part
 * @param waiting what stands in its place until then
 * @param failed what is said in its place when its code cannot be fetched, beside a way to try again; without it drawing
 * the part throws to the error boundary
 */
export function onDemand<Props extends object>(
  fetchCode: () => Promise<{ readonly default: ComponentType<Props> }>,
  waiting: ReactNode = null,
  failed?: string,
): OnDemand<Props> {
  let fetched: ComponentType<Props> | null = null;
  let fetching: Promise<void> | null = null;
  const fetchOnce = (): Promise<void> =>
    (fetching ??= fetchCode().then(
      (module) => void (fetched = module.default),
      (error: unknown) => {
        fetching = null;
        throw error;
      },
    ));
  function Part(props: Props): ReactNode {
    const [outcome, setOutcome] = useState<'waiting' | 'there' | { readonly error: unknown }>('waiting');
    useEffect(() => {
      if (!fetched && outcome === 'waiting')
        fetchOnce().then(
          () => setOutcome('there'),
          (error: unknown) => setOutcome({ error }),
        );
    }, [outcome]);
    if (typeof outcome === 'object') {
      if (failed === undefined) throw outcome.error;
      return (
        <div role="alert">
          <RetryBanner title={failed} onRetry={() => setOutcome('waiting')} />
        </div>
      );
    }
    const Fetched = fetched;
    return Fetched ? <Fetched {...props} /> : waiting;
  }
  return Object.assign(Part, { prepare: () => fetchOnce().catch(() => undefined) });
}
