/** Badge on a tab: the number of requests that the signed-in person can decide. */
export const RequestsCount = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="absolute top-0 right-0 min-w-5 rounded-full bg-accent px-1.5 text-center text-xs text-on-fill tabular-nums max-sm:top-0.5 max-sm:right-auto max-sm:left-1/2 max-sm:ml-2">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> requests to review</span>
    </span>
  );
