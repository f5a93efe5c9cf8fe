import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { RetryBanner } from './banner.tsx';
import { Skeleton } from './skeleton.tsx';

interface LoadFailureProps {
  title: string;
  query: { readonly error: Error | null; readonly refetch: () => Promise<unknown> };
  /** False while shown data is good enough. */
  isShown?: boolean;
  isStale?: boolean;
  className?: string;
  children?: ReactNode;
}

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

type UnloadedProps = Pick<LoadFailureProps, 'title' | 'children'> & {
  query: LoadFailureProps['query'] & { readonly data: unknown };
  shape: string;
};

/** Stands where the data will be. */
export const Unloaded = ({ shape, ...failure }: UnloadedProps) =>
  failure.query.data === undefined && (
    <>
      <LoadFailure {...failure} />
      {!failure.query.error && <Skeleton className={shape} />}
    </>
  );
