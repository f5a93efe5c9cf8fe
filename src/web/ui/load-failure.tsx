import { classes } from './classes.ts';
import { RetryBanner, type LoadFailureProps } from './banner.tsx';

export const LoadFailure = ({
  title,
  query: { error, refetch },
  isShown = true,
  isStale = false,
  className,
  children = error?.message,
}: LoadFailureProps) => (
  <div role="alert" className={classes('empty:hidden', className)}>
    {error && isShown && (
      <RetryBanner title={title} onRetry={() => void refetch()}>
        {children}
        {isStale && ' What is shown may be out of date.'}
      </RetryBanner>
    )}
  </div>
);
