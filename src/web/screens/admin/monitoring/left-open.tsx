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
import { classes } from '#web/ui/classes.ts';

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
  const places = usePlaces(rows);
  return (
    <>
      {places.length > 0 && (
        <Card
          aria-labelledby="left-open"
          className="overflow-hidden border-l-4 border-l-warning print:hidden"
        >
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
            <p className="grid text-sm text-muted *:[grid-area:1/1]">
              <span className={classes(rows.length === 0 && 'invisible')}>
                Nobody has clocked these out. Their hours go on counting until somebody does.
              </span>
              {rows.length === 0 && <span>All of them are closed now.</span>}
            </p>
          </div>
          <ul className="divide-y divide-line">
            {places.map(({ row, isClosed }) => (
              <Place
                key={row.person.id}
                row={row}
                isClosed={isClosed}
                zone={zone}
                onClose={closeEntry && (() => openOver(CLOSING, row.person.id))}
              />
            ))}
          </ul>
        </Card>
      )}
      {closing?.entry &&
        closeEntry?.({ entry: closing.entry, employee: closing.person, onDone: () => closeOver(CLOSING) })}
    </>
  );
}

/**
 * What was closed while somebody looks keeps its place: without it the next button, and all that stands below, would
 * move to where the last one was pressed.
 */
function usePlaces(
  rows: readonly MonitoringRow[],
): readonly { readonly row: MonitoringRow; readonly isClosed: boolean }[] {
  const [seen, setSeen] = useState(rows);
  const open = new Map(rows.map((row) => [row.person.id, row]));
  const further = rows.filter(({ person }) => !seen.some((one) => one.person.id === person.id));
  if (further.length > 0) setSeen([...seen, ...further]);
  return seen.map((row) => ({ row: open.get(row.person.id) ?? row, isClosed: !open.has(row.person.id) }));
}

interface PlaceProps {
  row: MonitoringRow;
  isClosed: boolean;
  zone: string;
  onClose: (() => void) | undefined;
}

const Place = ({ row: { person, entry, leftOpen }, isClosed, zone, onClose }: PlaceProps) =>
  entry && (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
      <span className="min-w-0 grow basis-48 font-semibold wrap-anywhere">
        <PersonName person={person} />
      </span>
      <span className={isClosed ? 'text-muted' : 'text-warning'}>
        {leftOpen === 'earlier-day' ? 'From an earlier day' : 'No longer active'}
      </span>
      <span className="flex items-center gap-1 text-muted tabular-nums">
        <Clock aria-hidden size={14} />
        Since {formatDate(entry.clockIn, zone)}, {formatTime(entry.clockIn, zone)}
      </span>
      <span className={classes('min-w-16 text-right font-semibold tabular-nums', isClosed && 'invisible')}>
        <LiveText of={(now) => formatDuration(workedMinutes(entry, now))} />
      </span>
      {onClose && (
        <Button size="small" className="min-w-32 max-sm:min-h-11" resting={isClosed} onClick={onClose}>
          {isClosed ? 'Closed' : 'Close entry'}
          <span className="sr-only">
            {isClosed ? ' entry of ' : ' of '}
            <PersonName person={person} />
          </span>
        </Button>
      )}
    </li>
  );
