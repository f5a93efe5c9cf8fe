import type { ReactNode } from 'react';

/** Nothing to show, and what to do about it. */
export const Empty = ({
  icon,
  title,
  children,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
}) => (
  <div className="flex flex-col items-center gap-1 px-4 py-8 text-center text-muted">
    <span aria-hidden className="mb-1">
      {icon}
    </span>
    <p className="font-semibold text-ink">{title}</p>
    {children !== undefined && <p className="text-sm">{children}</p>}
  </div>
);
