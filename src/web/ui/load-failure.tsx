import { say } from '#texts/say';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { RetryBanner } from './banner.tsx';
import { SkeletonLines } from './skeleton.tsx';

interface LoadFailureProps {
  title: string;
  query: { readonly data: unknown; readonly error: Error | null; readonly refetch: () => Promise<unknown> };
  /** CSS class of a skeleton that is shown until the data arrives. */
  shape?: string;
  waiting?: ReactNode;
  /** False hides the error, for example while older data is still shown. */
  isShown?: boolean;
  /** True to add to the error that the shown data may be out of date. */
  isStale?: boolean;
  className?: string;
  children?: ReactNode;
}

export const LoadFailure = ({
  title,
  query: { data, error, refetch },
  shape,
  waiting = shape !== undefined && <SkeletonLines className={shape} />,
  isShown = true,
  isStale = false,
  className,
  children = error?.message,
}: LoadFailureProps) => (
  <>
    <div role="alert" className={classes('empty:hidden', className)}>
      {error && isShown && (
        <RetryBanner title={title} onRetry={() => void refetch()}>
          {children}
          {isStale && data !== undefined && ` ${say('problem.mayBeOld')}`}
        </RetryBanner>
      )}
    </div>
    {data === undefined && !error && waiting}
  </>
);

type LoadStateProps = Pick<LoadFailureProps, 'title' | 'query' | 'children'> & { shape: string };

/** Shows the skeleton or the load error until there is data. */
export const LoadState = (failure: LoadStateProps) =>
  failure.query.data === undefined && <LoadFailure {...failure} />;
