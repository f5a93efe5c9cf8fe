import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { TimeEntry } from '#domain/entry/time-entry';
import type { Day } from '#domain/time/units';
import { type LockInput, CorrectionDialog } from './correct.tsx';
import type { ClosedPeriods } from '#contract/corrections/corrections';
import { CorrectionMark, type CorrectionMarkProps } from './mark.tsx';
import type { MovedEntry } from '#web/timeline/handles.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const MyDecision = onDemand(() => import('./my-decision.tsx'));

export function reloadEntries(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['clock'] });
  void client.invalidateQueries({ queryKey: ['myTimeEntries'] });
}

interface MyMarkProps extends Pick<CorrectionMarkProps, 'corrections' | 'zone'> {
  closed: ClosedPeriods;
}

const decisionOf =
  ({ closed, zone }: MyMarkProps): NonNullable<CorrectionMarkProps['actions']> =>
  (correction, onEdited, onDone) => (
    <MyDecision correction={correction} closed={closed} zone={zone} onEdited={onEdited} onDone={onDone} />
  );

export const MyCorrectionMark = (props: MyMarkProps) => (
  <CorrectionMark {...props} side="employee" actions={decisionOf(props)} />
);

interface Opened {
  readonly day: Day;
  /** Null to add an entry. */
  readonly entryId: string | null;
  readonly moved?: readonly MovedEntry[];
}

/** `correct`, `move` and `addMissed` never change, so memoised rows are not redrawn. Render `dialog` next to the list. */
export function useCorrectionDialog(
  days: readonly { readonly day: Day; readonly entries: readonly TimeEntry[] }[],
  zone: string,
  choice?: LockInput | null,
) {
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened | null>(null);
  const correct = useCallback((day: Day, entryId: string) => setOpened({ day, entryId }), []);
  const move = useCallback(
    (day: Day, moved: MovedEntry) => setOpened({ day, entryId: moved.entryId, moved: [moved] }),
    [],
  );
  const addMissed = useCallback((day: Day) => setOpened({ day, entryId: null }), []);
  const isAdding = opened?.entryId === null;
  const entries = isAdding ? [] : (days.find(({ day }) => day === opened?.day)?.entries ?? []);
  return {
    correct,
    move,
    addMissed,
    dialog: opened && (
      <CorrectionDialog
        day={opened.day}
        zone={zone}
        entries={entries}
        at={opened.entryId}
        moved={opened.moved}
        dayChoice={isAdding && choice}
        purpose={{ kind: 'ask' }}
        onDone={(correction) => {
          setOpened(null);
          if (correction) reloadEntries(client);
        }}
      />
    ),
  };
}
