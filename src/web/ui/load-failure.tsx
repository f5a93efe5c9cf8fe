import type { ReactNode } from 'react';
import { RetryBanner } from './banner.tsx';
import { classes } from './classes.ts';

interface LoadFailureProps {
  title: string;
  query: { readonly error: Error | null; readonly refetch: () => Promise<unknown> };
  /** False where it needs no word now, since what is shown will do. */
  isTold?: boolean;
  /** Older data is shown beside it. */
  isStale?: boolean;
  className?: string;
  /** In place of the server's words. */
  children?: ReactNode;
}

/** Says aloud that data could not be loaded, and tries again. */
export const LoadFailure = ({
  title,
  query: { error, refetch },
  isTold = true,
  isStale = false,
  className,
  children = error?.message,
}: LoadFailureProps) => (
  <div role="alert" className={classes('empty:hidden', className)}>
    {error && isTold && (
      <RetryBanner title={title} onRetry={() => void refetch()}>
        {children}
        {isStale && ' What is shown may be out of date.'}
      </RetryBanner>
    )}
  </div>
);
