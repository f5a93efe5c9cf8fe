import { Clock, TriangleAlert } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { formatDate, formatTime } from '#domain/format';
import type { MonitoringRow } from '#domain/monitoring';
import { formatDuration } from '#domain/time';
import type { TimeEntry } from '#domain/time-entry';
import { workedMinutes } from '#domain/worked-time';
import { closeOver, openOver, usePlace } from '#web/browser/navigation.ts';
import { PersonName, type Person } from '#web/frame/which-person.tsx';
import { LiveText } from '#web/time/use-now.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';

/** Draws the dialog that closes an open entry, which lives elsewhere. */
export type CloseEntry = (open: {
  readonly entry: TimeEntry;
  readonly employee: Person;
  readonly onDone: () => void;
}) => ReactNode;

interface LeftOpenProps {
  rows: readonly MonitoringRow[];
  zone: string;
  closeEntry?: CloseEntry | undefined;
}

const CLOSING = 'close-entry';

/** Whose entry is being closed, as it was when that began: the list may lose it before the answer is heard. */
function useClosing(rows: readonly MonitoringRow[]): MonitoringRow | undefined {
  const wanted = usePlace(({ path }) =>
    path.includes(CLOSING) ? path[path.indexOf(CLOSING) + 1] : undefined,
  );
  const [known, setKnown] = useState<MonitoringRow>();
  const row = rows.find(({ person }) => person.id === wanted);
  if (row && row.person.id !== known?.person.id) setKnown(row);
  const isUnknown = wanted !== undefined && row === undefined && known?.person.id !== wanted;
  useEffect(() => {
    if (isUnknown) closeOver(CLOSING);
  }, [isUnknown]);
  return row ?? (known?.person.id === wanted ? known : undefined);
}

/**
 * Entries that nobody closed: of an earlier day, or of somebody deactivated [D1.6, D3.14]. Nothing when
 * there are none.
 */
export function LeftOpen({ rows, zone, closeEntry }: LeftOpenProps) {
  const closing = useClosing(rows);
  return (
    <>
      {rows.length > 0 && (
        <Card aria-labelledby="left-open" className="overflow-hidden border-l-4 border-l-warning">
          <div className="px-4 pt-3 pb-1">
            <CardTitle
              id="left-open"
              aside={
                <Badge tone="warning" icon={<TriangleAlert aria-hidden size={14} />}>
                  {rows.length}
                </Badge>
              }
            >
              Entries left open
            </CardTitle>
            <p className="text-sm text-muted">
              Nobody has clocked these out. Their hours go on counting until somebody does.
            </p>
          </div>
          <ul className="divide-y divide-line">
            {rows.map(
              (row) =>
                row.entry &&
                row.leftOpen && (
                  <li
                    key={row.person.id}
                    className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm"
                  >
                    <span className="min-w-0 grow basis-48 font-semibold wrap-anywhere">
                      <PersonName person={row.person} />
                    </span>
                    <span className="text-warning">
                      {row.leftOpen === 'earlier-day' ? 'From an earlier day' : 'No longer active'}
                    </span>
                    <span className="flex items-center gap-1 text-muted tabular-nums">
                      <Clock aria-hidden size={14} />
                      Since {formatDate(row.entry.clockIn, zone)}, {formatTime(row.entry.clockIn, zone)}
                    </span>
                    <span className="min-w-16 text-right font-semibold tabular-nums">
                      <Worked row={row} />
                    </span>
                    {closeEntry && (
                      <Button
                        size="small"
                        className="max-sm:min-h-11"
                        onClick={() => openOver(CLOSING, row.person.id)}
                      >
                        Close entry
                        <span className="sr-only">
                          {' of '}
                          <PersonName person={row.person} />
                        </span>
                      </Button>
                    )}
                  </li>
                ),
            )}
          </ul>
        </Card>
      )}
      {closing?.entry &&
        closeEntry?.({ entry: closing.entry, employee: closing.person, onDone: () => closeOver(CLOSING) })}
    </>
  );
}

const Worked = ({ row: { entry } }: { row: MonitoringRow }) =>
  entry && <LiveText of={(now) => formatDuration(workedMinutes(entry, now))} />;
