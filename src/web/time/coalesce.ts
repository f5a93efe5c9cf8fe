/** Requests that come close together share one run. */
export interface Coalesced {
  /** Runs in `ms` milliseconds, unless a run is due already. */
  schedule(ms: number): void;
  /** Whatever run is due does not happen. */
  cancel(): void;
}

export function coalesce(run: () => void): Coalesced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    schedule: (ms) => {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, ms);
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
