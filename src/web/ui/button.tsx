import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Spinner } from './skeleton.tsx';
import { X } from 'lucide-react';

type Look = 'primary' | 'secondary' | 'ink' | 'danger' | 'danger-outline' | 'quiet';

type Size = 'normal' | 'large' | 'small' | 'line' | 'inline' | 'note' | 'square';

/** With forced colours only borders show, so each look has one. A red button acts at once; a red outline asks first. */
const LOOKS: Record<Look, string> = {
  primary: 'border-transparent bg-accent text-on-fill hover:bg-accent-strong',
  secondary: 'border-control bg-surface text-ink hover:bg-sunken',
  ink: 'border-transparent bg-ink text-on-fill hover:bg-muted',
  danger: 'border-transparent bg-danger text-on-fill hover:bg-danger-strong',
  'danger-outline': 'border-danger bg-surface text-danger hover:bg-danger-soft',
  quiet: 'border-transparent text-accent hover:bg-accent-soft hover:text-accent-strong',
};

/** Heights: normal 44 px for touch, large 56 px, small 32 px. `line`, `inline` and `note` are for use in text. */
const SIZES: Record<Size, string> = {
  normal: 'min-h-11 px-4 text-base max-[22rem]:px-3 max-[22rem]:text-sm',
  large: 'min-h-14 px-6 text-lg',
  small: 'min-h-8 px-3 text-sm pointer-coarse:min-h-11',
  line: 'relative -mx-1 -my-1 min-h-6 px-1 text-xs before:absolute before:-inset-y-0.5 before:inset-x-0 pointer-coarse:before:-inset-y-2.5',
  inline: 'min-h-11 px-1 text-sm',
  note: 'min-h-8 px-1 text-xs pointer-coarse:min-h-11',
  square: 'size-11 shrink-0',
};

const BLOCKED_LOOK =
  'disabled:bg-sunken disabled:text-muted disabled:border-transparent aria-disabled:border-transparent aria-disabled:bg-sunken aria-disabled:text-muted aria-disabled:hover:bg-sunken disabled:cursor-not-allowed aria-disabled:cursor-not-allowed forced-colors:aria-disabled:border-[GrayText] forced-colors:aria-disabled:text-[GrayText]';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'aria-disabled'> {
  look?: Look;
  size?: Size;
  icon?: ReactNode;
  /** Shows a spinner and ignores presses. */
  isBusy?: boolean;
  /** Ignores presses but keeps the focus (`aria-disabled`). */
  isBlocked?: boolean;
}

export function Button({
  look = 'secondary',
  size = 'normal',
  icon,
  isBusy = false,
  isBlocked = false,
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
      aria-disabled={isBlocked || isBusy || undefined}
      onClick={isBlocked || isBusy ? (event) => event.preventDefault() : onClick}
      className={classes(
        'inline-flex items-center justify-center gap-2 rounded-md border font-semibold select-none print:hidden pointer-fine:transition-colors',
        SIZES[size],
        LOOKS[look],
        isBusy
          ? 'aria-disabled:cursor-progress aria-disabled:opacity-90 disabled:opacity-90 disabled:cursor-progress'
          : BLOCKED_LOOK,
        className,
      )}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export const CloseButton = ({ label, onClose }: { label: string; onClose: () => void }) => (
  <button
    type="button"
    onClick={onClose}
    aria-label={label}
    className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
  >
    <X size={20} />
  </button>
);
