import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** `isSmall`: only as high as a table row. */
export const Empty = ({
  icon,
  title,
  action,
  isSmall = false,
  children,
}: {
  icon: ReactNode;
  title: string;
  action?: ReactNode;
  isSmall?: boolean;
  children?: ReactNode;
}) => (
  <div
    className={classes(
      'flex items-center text-muted',
      isSmall ? 'gap-3 py-3.5' : 'flex-col gap-2 px-4 py-8 text-center',
    )}
  >
    <span aria-hidden className="shrink-0">
      {icon}
    </span>
    <div>
      <p className="font-semibold text-ink">{title}</p>
      {children !== undefined && <p className="text-sm">{children}</p>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  </div>
);
