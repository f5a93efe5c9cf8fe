/** Loads a component's code when it is first drawn. `React.lazy` would show a fallback for at least 300 ms. */
import { say, type PlainKey } from '#texts/say';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { RetryBanner } from './banner.tsx';

let loadTexts: () => Promise<unknown> = () => Promise.resolve();
/** Sets what loads the texts of such a component, beside its code. */
export const loadTextsBy = (load: typeof loadTexts): void => void (loadTexts = load);

/** @param failed shown when the code cannot be loaded; without it the error boundary is used */
export function onDemand<Props extends object>(
  fetchCode: () => Promise<{ readonly default: ComponentType<Props> }>,
  waiting: ReactNode = null,
  failed?: PlainKey,
) {
  let fetched: ComponentType<Props> | null = null;
  let fetching: Promise<void> | null = null;
  const fetchOnce = (): Promise<void> =>
    (fetching ??= Promise.all([fetchCode(), loadTexts()]).then(
      ([module]) => void (fetched = module.default),
      (error: unknown) => {
        fetching = null;
        throw error;
      },
    ));
  function OnDemandPart(props: Props): ReactNode {
    const [outcome, setOutcome] = useState<'waiting' | 'there' | { readonly error: unknown }>('waiting');
    const Fetched = fetched;
    // If the code has arrived since this render, `fetchOnce` resolves at once and causes another render.
    useEffect(() => {
      if (!Fetched && outcome === 'waiting')
        fetchOnce().then(
          () => setOutcome('there'),
          (error: unknown) => setOutcome({ error }),
        );
    }, [Fetched, outcome]);
    if (typeof outcome === 'object') {
      if (failed === undefined) throw outcome.error;
      return (
        <div role="alert">
          <RetryBanner title={say(failed)} onRetry={() => setOutcome('waiting')} />
        </div>
      );
    }
    return Fetched ? <Fetched {...props} /> : waiting;
  }
  /** Loads the code early. Never rejects: if loading fails, the first drawing tries again. */
  const prepare = (): Promise<void> => fetchOnce().catch(() => undefined);
  return Object.assign(OnDemandPart, { prepare });
}

/** Loads the code early, `ms` after the first drawing. */
export const usePreload = (part: { prepare(): Promise<void> }, ms: number): void =>
  useEffect(() => {
    const timer = setTimeout(() => void part.prepare(), ms);
    return () => clearTimeout(timer);
  }, [part, ms]);
