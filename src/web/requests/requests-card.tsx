import { ArrowRight, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Correction, ListedCorrection } from '#contract/corrections/corrections';
import { changeKind, type EntryChange } from '#domain/correction/correction';
import { stateWords } from '#domain/correction/state';
import { leaveDays } from '#domain/leave/leave-text';
import { formatDate } from '#domain/time/format';
import { openOver } from '#web/browser/navigation.ts';
import { correctionTone } from '#contract/corrections/mark-words';
import { changesOf } from '#contract/corrections/rows';
import { breakText, spanText } from '#web/corrections/span-text.ts';
import { PersonName } from '#web/frame/person-name.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { useDecisions, type Decisions } from './use-decisions.ts';
import { useHeldRows, useLatestRows, useRequests } from './use-requests.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FoldTitle } from '#web/ui/section.tsx';
import { useFrozenOrder } from '#web/ui/frozen-order.tsx';

const REQUESTS_SHOWN = 3;

export const openRequests = (): void => openOver('requests');

export function RequestsCard({ expected, isFrozen }: { expected: number; isFrozen: boolean }) {
  const { query, rows, waiting, zone, isOnlyAdmin } = useRequests('admin');
  const [isOpen, setOpen] = useState(false);
  const first = rows.slice(0, REQUESTS_SHOWN).map(({ correction }) => correction.id);
  const order = useFrozenOrder(first, isFrozen && query.data !== undefined);
  const { rememberNewest, latestOf } = useLatestRows();
  const shown = useHeldRows(rows, order.ids).map(latestOf);
  const decisions = useDecisions(isOnlyAdmin, rememberNewest);
  if (query.data ? shown.length === 0 : expected === 0 || query.error) return null;
  const count = waiting?.admin ?? expected;
  return (
    <Card aria-labelledby="requests-card" className="overflow-hidden border-accent print:hidden">
      <div className="flex min-h-12 items-center gap-2 px-4">
        <FoldTitle id="requests-card" isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
          <span>
            Requests{' '}
            <span className="font-normal text-muted tabular-nums">({count.toLocaleString('en-US')})</span>
          </span>
        </FoldTitle>
        <Button size="small" look="quiet" className="-mr-3" onClick={openRequests}>
          View all
          <span className="sr-only"> requests</span>
          <ChevronRight size={16} />
        </Button>
      </div>
      {isOpen && (
        <ul className="divide-y divide-line border-t border-line">
          {shown.map((row) => (
            <RequestLine key={row.correction.id} row={row} zone={zone} decisions={decisions} />
          ))}
        </ul>
      )}
    </Card>
  );
}

type RequestLineProps = { row: ListedCorrection; zone: string; decisions: Decisions };

function RequestLine({ row, zone, decisions }: RequestLineProps) {
  const { correction, employee } = row;
  const problem = decisions.problems.get(correction.id);
  return (
    <li className="flex h-18 items-center gap-3 px-4 sm:h-14">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openOver('request', correction.id)}
        className="-mx-2 flex h-full min-w-0 grow items-center gap-x-4 rounded-md px-2 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <span className="sr-only">Details of </span>
        <span className="min-w-0 grow gap-x-4 sm:flex sm:items-center">
          <span className="block truncate sm:w-60 sm:shrink-0">
            <span className="font-semibold">
              <PersonName person={employee} />
            </span>
            <span className="text-muted tabular-nums"> · {formatDate(correction.day, zone)}</span>
          </span>
          {problem === undefined ? (
            <>
              <ChangeSummary correction={correction} zone={zone} />
              <span className="min-w-0 flex-1 truncate text-muted max-lg:hidden">
                {(correction.objection ?? correction.reason).replace(/^.+$/s, '“$&”')}
              </span>
            </>
          ) : (
            <span role="alert" className="line-clamp-2 font-semibold text-danger">
              {problem}
            </span>
          )}
        </span>
        <ChevronRight size={16} className="shrink-0 text-muted max-sm:hidden" />
      </button>
      <DecideButtons
        {...row}
        zone={zone}
        actions={decisions.canAgree(row) ? ['agree'] : []}
        isBusy={decisions.busy.has(correction.id)}
        decide={decisions.decide}
      />
    </li>
  );
}

function ChangeSummary({ correction, zone }: { correction: Correction; zone: string }) {
  const [first, ...others] = changesOf(correction);
  const [was, is] = correction.leave
    ? leaveTexts(correction.leave)
    : first
      ? entryChangeTexts(first, zone)
      : [];
  return (
    <span className="flex min-w-0 items-center gap-x-2 overflow-hidden whitespace-nowrap tabular-nums max-sm:gap-x-1 max-sm:text-xs lg:w-88 lg:shrink-0">
      {correction.state === 'objected' && (
        <Badge tone={correctionTone('objected')}>{stateWords(correction, 'admin').label}</Badge>
      )}
      <del className={!(correction.leave ?? first)?.old ? 'text-muted no-underline' : 'truncate text-muted'}>
        {was}
      </del>
      <ArrowRight role="img" aria-label="to" size={14} className="shrink-0 text-muted" />
      <ins className="truncate font-semibold no-underline">{is}</ins>
      {others.length > 0 && <span className="shrink-0 text-muted">+{others.length} more</span>}
    </span>
  );
}

const leaveTexts = ({ name, old, new: wanted }: NonNullable<Correction['leave']>) => [
  old ? `${name} ${leaveDays(old)}` : name,
  wanted ? leaveDays(wanted) : 'Cancelled',
];

function entryChangeTexts(change: EntryChange, zone: string): readonly [was: string, is: string] {
  const { old, new: wanted } = change;
  if (changeKind(change) === 'add' || !old) return ['No entry', wanted ? spanText(wanted, zone) : ''];
  if (!wanted) return [spanText(old, zone), 'Removed'];
  const isMoved = old.clockIn !== wanted.clockIn || old.clockOut !== wanted.clockOut;
  if (isMoved) return [spanText(old, zone), spanText(wanted, zone)];
  const breaks = (times: typeof old): string =>
    times.breaks.map((pause) => breakText(pause, zone)).join(', ') || 'none';
  return [`Breaks ${breaks(old)}`, breaks(wanted)];
}
