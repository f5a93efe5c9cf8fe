import { useDeferredValue, type ReactNode } from 'react';

/**
 * Below a chart, which is to be looked at: its figures for those who would rather read, or cannot see it. They
 * are drawn after the chart, since they are closed at first.
 */
export function AsTable({ children }: { children: ReactNode }) {
  const figures = useDeferredValue(children, null);
  return (
    <details className="mt-2 print:hidden">
      <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-sm text-sm font-semibold text-accent hover:text-accent-strong">
        Show as a table
      </summary>
      {figures}
    </details>
  );
}
