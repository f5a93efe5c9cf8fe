/** Joins calls of `schedule` that come close together into one `run`. */
export function coalesce(run: () => unknown) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Calls `run` in `ms` milliseconds, unless a call is planned already. */
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
