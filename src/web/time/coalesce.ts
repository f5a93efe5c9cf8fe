/** Joins calls of `schedule` that come close together into one `run`. */
export function coalesce(run: () => unknown) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Runs in `ms` milliseconds, unless a run is due already. */
    schedule: (ms: number) => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void run();
      }, ms);
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
