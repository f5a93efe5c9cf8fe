import { say } from '#texts/say';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

export type Tone = 'success' | 'info' | 'warning' | 'danger';

const TONES: Record<Tone, { look: string; icon: typeof Info }> = {
  success: { look: 'border-success bg-success-soft text-success', icon: CircleCheck },
  info: { look: 'border-accent bg-accent-soft text-accent-strong', icon: Info },
  warning: { look: 'border-warning bg-warning-soft text-warning', icon: TriangleAlert },
  danger: { look: 'border-danger bg-danger-soft text-danger', icon: CircleAlert },
};

interface BannerProps {
  tone: Tone;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** True for less padding, so that two lines of text are only as high as a button. */
  isTight?: boolean;
}

/** Put the banner into a live region if screen readers must announce the banner. */
export function Banner({ tone, title, children, action, isTight = false }: BannerProps) {
  const { look, icon: Icon } = TONES[tone];
  return (
    <div
      className={classes(
        'animate-appear flex gap-3 rounded-md border-s-4 px-3 text-sm',
        isTight ? 'items-center py-0.5' : 'py-2.5',
        look,
      )}
    >
      <Icon size={20} className={classes('shrink-0', isTight && 'max-sm:hidden')} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-semibold">{title}</p>
          {children !== undefined && <p className="text-ink">{children}</p>}
        </div>
        {action}
      </div>
    </div>
  );
}

interface ProblemProps {
  text: string | null;
  title?: string;
  tone?: Tone;
  className?: string;
}

/** A banner in a live region; empty if `text` is null. */
export const Problem = ({ text, title, tone = 'danger', className = 'empty:hidden' }: ProblemProps) => (
  <div role="alert" className={className}>
    {text !== null && (
      <Banner tone={tone} title={title ?? text}>
        {title === undefined ? undefined : text}
      </Banner>
    )}
  </div>
);

interface RetryBannerProps extends Pick<BannerProps, 'title' | 'children'> {
  tone?: Tone;
  /** Null if another try cannot help. */
  onRetry: (() => void) | null;
}

export const RetryBanner = ({ tone = 'danger', onRetry, ...rest }: RetryBannerProps) => (
  <Banner
    tone={tone}
    {...rest}
    action={
      onRetry && (
        <Button size="small" onClick={onRetry}>
          {say('common.tryAgain')}
        </Button>
      )
    }
  />
);
