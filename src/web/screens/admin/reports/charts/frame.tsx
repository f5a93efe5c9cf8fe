/** What both charts of a report share: a card with a legend, the days' names, and the table's place. */
import { useId, type ReactNode } from 'react';
import { Card, CardTitle } from '#web/ui/card.tsx';
import type { ColumnName } from '#web/ui/chart.tsx';
import { namedDays, type ChartDay } from './chart-days.ts';

/** Bars fill their columns nearly, as there may be hundreds. */
export const LAYOUT = { top: 12, plot: 168, bottom: 26, nameOffset: 18, barShare: 0.7, radius: 0 };
/** Room for the value axis at the left, and for a threshold's name at the right. */
export const MARGINS = 'mt-3 pr-12 pl-12';

/** One for each day; null for those that are not named. */
export function columnNames(days: readonly ChartDay[]): (ColumnName | null)[] {
  const names = namedDays(days);
  return days.map((_, index) => {
    const text = names.get(index);
    return text === undefined ? null : { text };
  });
}

export function ChartCard({
  title,
  legend,
  children,
}: {
  title: string;
  legend: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="break-inside-avoid p-4 sm:p-6">
      <CardTitle id={id}>{title}</CardTitle>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">{legend}</p>
      {children}
    </Card>
  );
}

/** A table of a long range scrolls in its place. */
export const ScrolledTable = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="mt-2 -mx-4 max-h-96 overflow-y-auto sm:mx-0" tabIndex={0} role="region" aria-label={label}>
    {children}
  </div>
);
