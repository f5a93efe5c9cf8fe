import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-strong',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

/** Colour alone is not enough: give a text, and for a state also an icon. */
export const Badge = ({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: BadgeTone;
  icon?: ReactNode;
  children: ReactNode;
}) => (
  <span
    className={classes(
      'inline-flex items-center align-middle gap-1 rounded-sm px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
      TONES[tone],
    )}
  >
    {icon}
    {children}
  </span>
);
