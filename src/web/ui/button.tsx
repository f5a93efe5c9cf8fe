import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Spinner } from './skeleton.tsx';

type Look = 'primary' | 'secondary' | 'ink' | 'danger' | 'danger-outline' | 'quiet';

type Size = 'normal' | 'large' | 'small' | 'line' | 'inline' | 'note' | 'square';

/**
 * Every button has a border, if a transparent one: it is all that is left of a button in forced colours. Red is kept for
 * what is destructive: outlined where it leads to a question; `ink` is as strong, without the alarm.
 */
const LOOKS: Record<Look, string> = {
  primary: 'border-transparent bg-accent text-on-fill hover:bg-accent-strong',
  secondary: 'border-control bg-surface text-ink hover:bg-sunken',
  ink: 'border-transparent bg-ink text-on-fill hover:bg-muted',
  danger: 'border-transparent bg-danger text-on-fill hover:bg-danger-strong',
  'danger-outline': 'border-danger bg-surface text-danger hover:bg-danger-soft',
  quiet: 'border-transparent text-accent hover:bg-accent-soft hover:text-accent-strong',
};

/**
 * 44 px for touch, 56 for what the thumb should not miss, 32 within dense lists where a mouse points; `line` is as
 * high as the small print it stands in, and reaches beyond itself for a finger;
 * `inline` stands within a line of text, `note` in the small print, `square` holds an icon only.
 */
const SIZES: Record<Size, string> = {
  normal: 'min-h-11 px-4 text-base',
  large: 'min-h-14 px-6 text-lg',
  small: 'min-h-8 px-3 text-sm pointer-coarse:min-h-11',
  line: 'relative -mx-1 -my-1 min-h-6 px-1 text-xs before:absolute before:-inset-y-0.5 before:inset-x-0 pointer-coarse:before:-inset-y-2.5',
  inline: 'min-h-11 px-1 text-sm',
  note: 'min-h-8 px-1 text-xs pointer-coarse:min-h-11',
  square: 'size-11 shrink-0',
};

/** Visibly out of use: no press is swallowed by something that looks ready. */
const RESTING =
  'disabled:bg-sunken disabled:text-muted disabled:border-transparent aria-disabled:border-transparent aria-disabled:bg-sunken aria-disabled:text-muted aria-disabled:hover:bg-sunken disabled:cursor-not-allowed aria-disabled:cursor-not-allowed forced-colors:aria-disabled:border-[GrayText] forced-colors:aria-disabled:text-[GrayText]';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'aria-disabled'> {
  look?: Look;
  size?: Size;
  icon?: ReactNode;
  /**
   * Working: a spinner in place of the icon. The button stays focusable; pair with `resting` or `disabled`.
   */
  working?: boolean;
  /** Out of use but focusable (`aria-disabled`); presses are ignored. */
  resting?: boolean;
}

export function Button({
  look = 'secondary',
  size = 'normal',
  icon,
  working = false,
  resting = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={resting || undefined}
      onClick={resting ? (event) => event.preventDefault() : onClick}
      className={classes(
        'inline-flex items-center justify-center gap-2 rounded-md border font-semibold select-none print:hidden pointer-fine:transition-colors',
        SIZES[size],
        LOOKS[look],
        working
          ? 'aria-disabled:cursor-progress aria-disabled:opacity-90 disabled:opacity-90 disabled:cursor-progress'
          : RESTING,
        className,
      )}
    >
      {working ? <Spinner /> : icon}
      {children}
    </button>
  );
}
