/** Closes entries left open: entries of an earlier day or of a deactivated person [D1.6, D3.14]. */
import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { useEffect, useState } from 'react';
import type { MonitoringRow } from '#domain/day/monitoring';
import { closeOver, openOver, usePlace } from '#web/browser/navigation.ts';
import { PersonName, type Person } from '#web/frame/person-name.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Button } from '#web/ui/button.tsx';

const CloseEntryDialog = onDemand(() => import('#web/clock/close-entry-dialog.tsx'));

const CLOSE_ENTRY_PATH = 'close-entry';

/** The dialog keeps its row, even if a live change removes the row from the list before the server responds. */
export function CloseEntry({ rows }: { rows: readonly MonitoringRow[] }) {
  const wanted = usePlace(({ path }) =>
    path.includes(CLOSE_ENTRY_PATH) ? path[path.indexOf(CLOSE_ENTRY_PATH) + 1] : undefined,
  );
  const [known, setKnown] = useState<MonitoringRow>();
  const row = rows.find(({ person }) => person.id === wanted);
  if (row && row.person.id !== known?.person.id) setKnown(row);
  const { forgottenEntry, person } = row ?? (known?.person.id === wanted ? known : undefined) ?? {};
  const isUnknown = wanted !== undefined && person === undefined;
  useEffect(() => {
    if (isUnknown) closeOver(CLOSE_ENTRY_PATH);
  }, [isUnknown]);
  return (
    forgottenEntry &&
    person && (
      <CloseEntryDialog entry={forgottenEntry} employee={person} onDone={() => closeOver(CLOSE_ENTRY_PATH)} />
    )
  );
}

/** The button has the same size before and after closing, so that no row moves. */
export const CloseEntryButton = ({ person, isClosed }: { person: Person; isClosed: boolean }) => (
  <Button
    size="line"
    look="quiet"
    className="min-w-24 justify-start"
    isBlocked={isClosed}
    onClick={() => openOver(CLOSE_ENTRY_PATH, person.id)}
  >
    {isClosed ? say('leftOpen.closed') : say('closeEntry.submit')}
    <span className="sr-only">
      {' '}
      {richly(isClosed ? 'leftOpen.entryOf' : 'leftOpen.of', { name: <PersonName person={person} /> })}
    </span>
  </Button>
);

/** Keeps rows of closed entries until filter or sorting (`question`) changes, so that no button moves away. */
export function useClosedRows(
  rows: readonly MonitoringRow[],
  question: unknown,
): ReadonlyMap<string, MonitoringRow> {
  const [kept, setKept] = useState(() => ({ question, rows: rowsByPerson(rows) }));
  const isOther = kept.question !== question;
  const further = rows.filter(({ person }) => !kept.rows.has(person.id));
  if (isOther || further.length > 0)
    setKept({ question, rows: new Map([...(isOther ? [] : kept.rows), ...rowsByPerson(rows)]) });
  return kept.rows;
}

const rowsByPerson = (rows: readonly MonitoringRow[]): Map<string, MonitoringRow> =>
  new Map(rows.map((row) => [row.person.id, row]));

export function withClosedRows(
  rows: readonly MonitoringRow[],
  kept: ReadonlyMap<string, MonitoringRow>,
): readonly MonitoringRow[] {
  if (kept.size === 0) return rows;
  const gone = new Map(kept);
  const present = rows.map((row) => {
    gone.delete(row.person.id);
    return kept.get(row.person.id) ?? row;
  });
  return [...present, ...gone.values()];
}
