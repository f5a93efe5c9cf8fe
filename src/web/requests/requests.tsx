import { say } from '#texts/say';
import { CheckCheck, ChevronLeft, Inbox } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Correction, ListedCorrection } from '#contract/corrections/corrections';
import type { OfferedAction } from '#domain/correction/decision';
import type { LiveChange } from '#contract/monitoring/live';
import { closeOver } from '#web/browser/navigation.ts';
import { choiceParam, useList } from '#web/frame/list.ts';
import { useTitle } from '#web/session/workplace.ts';
import { AmbiguousNames } from '#web/frame/person-name.tsx';
import { useRefetchOnChange } from '#web/live/use-live-query.ts';
import { useIsLive } from '#web/live/live-updates.ts';
import { Banner } from '#web/ui/banner.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { FilterChips } from '#web/ui/filter-chips.tsx';
import { useFrozenOrder, useOrderFreeze, NewRowsButton } from '#web/ui/frozen-order.tsx';
import { MoreButton } from '#web/ui/pager.tsx';
import { Loading, SkeletonRows } from '#web/ui/skeleton.tsx';
import { useRequestBars } from './request-bars.ts';
import { RequestRow } from './request-row.tsx';
import { useRequestKeys } from './use-request-keys.ts';
import { useDecisions, type Decisions } from './use-decisions.ts';
import { useHeldRows, useLatestRows, useRequests, type RequestsTab } from './use-requests.tsx';

const REQUESTS_LIST = {
  list: choiceParam<RequestsTab>(
    { admin: 'requests.toReview', employee: 'requests.waiting', settled: 'requests.done' },
    'admin',
  ),
};

/** Approved leave changes who is away in other requests. */
const concernsLeave = ({ correction }: LiveChange): boolean => Boolean(correction?.leave);

export default function Requests() {
  useRefetchOnChange('correction', concernsLeave);
  useTitle(say('requests.title'), 1);
  const { query: asked, change } = useList(REQUESTS_LIST);
  const tab = asked.list;
  const list = useRequests(tab);
  const { query, waiting } = list;
  const isLive = useIsLive();
  return (
    <div className="grid gap-4 pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          look="quiet"
          size="small"
          className="-ms-3 max-sm:min-h-11"
          icon={<ChevronLeft size={16} />}
          onClick={() => closeOver('requests')}
        >
          <span className="max-sm:sr-only">{say('requests.monitoring')}</span>
        </Button>
        <h2 className="grow text-lg font-semibold">{say('requests.title')}</h2>
      </div>
      <FilterChips
        label={say('requests.title')}
        options={REQUESTS_LIST.list.options}
        counts={waiting}
        chosen={tab}
        onChoose={(name) => change({ list: name })}
      />
      <LoadFailure title={say('requests.notLoaded')} query={query} isStale>
        {isLive ? undefined : say('requests.unreachable')}
      </LoadFailure>
      {!query.data && !query.error && (
        <Card className="min-w-0 overflow-hidden">
          <SkeletonRows count={8} cells={ROW_CELLS} className="px-4 sm:px-6" />
          <Loading what={say('requests.loading')} />
        </Card>
      )}
      {query.data && <RequestList key={tab} tab={tab} list={list} />}
    </div>
  );
}

function RequestList({ tab, list }: { tab: RequestsTab; list: ReturnType<typeof useRequests> }) {
  const { query, rows, days, zone, isOnlyAdmin } = list;
  const freeze = useOrderFreeze(false);
  const order = useFrozenOrder(
    rows.map(({ correction }) => correction.id),
    freeze.isFrozen,
  );
  const { rememberNewest, latestOf } = useLatestRows();
  const shown = useHeldRows(rows, order.ids).map(latestOf);
  const decisions = useDecisions(isOnlyAdmin, rememberNewest);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const check = useCallback(
    (id: string, isChecked: boolean) =>
      setChecked((before) => new Set(isChecked ? [...before, id] : [...before].filter((one) => one !== id))),
    [],
  );
  const { byId, axis } = useRequestBars(shown, days);
  const isOpen = (row: ListedCorrection) =>
    !decisions.busy.has(row.correction.id) && decisions.actionsFor(row).some((one) => DECIDING.includes(one));
  const keys = useRequestKeys(shown, isOpen, tab === 'admin');
  const people = useMemo(() => rows.map(({ employee }) => employee), [rows]);
  // Ignore checked requests that are no longer open: another admin can have decided them meanwhile.
  const open = shown.flatMap((row) => (decisions.canAgree(row) ? row.correction : []));
  const chosen = open.filter(({ id }) => checked.has(id));
  const words = LISTS[tab];
  if (shown.length === 0)
    return (
      <Card>
        <Empty
          icon={<Inbox size={32} />}
          title={say(words.empty)}
          action={
            <Button size="small" onClick={() => closeOver('requests')}>
              {say('requests.backToMonitoring')}
            </Button>
          }
        >
          {say(words.explanation)}
        </Empty>
      </Card>
    );
  const refused = decisions.problems.size;
  return (
    <Card aria-label={say('requests.title')} className="overflow-hidden">
      {tab === 'admin' && (
        <BulkApproval
          open={open.length}
          chosen={chosen}
          decisions={decisions}
          onCheckAll={(isChecked) => setChecked(new Set(isChecked ? open.map(({ id }) => id) : []))}
        >
          <NewRowsButton waiting={order.waiting} isPaused={false} onShow={freeze.release} />
        </BulkApproval>
      )}
      <div role="alert" className="empty:hidden">
        {refused > 1 && (
          <Banner tone="warning" title={say('requests.notApproved', { count: refused })}>
            {say('requests.eachSaysWhy')}
          </Banner>
        )}
      </div>
      <AmbiguousNames people={people}>
        <ul
          ref={keys.list}
          aria-label={say(words.label)}
          className="divide-y divide-line"
          {...freeze.handlers}
        >
          {shown.map((row) => (
            <RequestRow
              key={row.correction.id}
              {...row}
              zone={zone}
              isChecked={tab === 'admin' ? checked.has(row.correction.id) : undefined}
              bar={byId.get(row.correction.id)}
              axis={axis}
              isChosen={row.correction.id === keys.chosen}
              isBusy={decisions.busy.has(row.correction.id)}
              problem={decisions.problems.get(row.correction.id)}
              onCheck={check}
              actionsFor={decisions.actionsFor}
              decide={decisions.decide}
            />
          ))}
        </ul>
      </AmbiguousNames>
      {/* A touched list stays frozen for some seconds. Release it, or the list holds the loaded rows back. */}
      <MoreButton query={query} label={say('requests.showMore')} onPress={freeze.release} />
    </Card>
  );
}

const ROW_CELLS = ['size-5 shrink-0', 'h-4 w-40 max-w-2/5', 'h-6 grow max-sm:hidden', 'ms-auto h-8 w-24'];
const DECIDING: readonly OfferedAction[] = ['agree', 'decline'];

const LISTS = {
  admin: {
    label: 'requests.toReviewList',
    empty: 'requests.none',
    explanation: 'requests.noneText',
  },
  employee: {
    label: 'requests.waitingList',
    empty: 'requests.noneWaiting',
    explanation: 'requests.noneWaitingText',
  },
  settled: {
    label: 'requests.doneList',
    empty: 'requests.noneDone',
    explanation: 'requests.noneDoneText',
  },
} as const;

interface BulkProps {
  open: number;
  chosen: readonly Correction[];
  decisions: Decisions;
  onCheckAll: (isChecked: boolean) => void;
  children: ReactNode;
}

function BulkApproval({ open, chosen, decisions, onCheckAll, children }: BulkProps) {
  const isBusy = decisions.busy.size > 0;
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-page px-4 py-2 sm:px-6">
      <label className="flex min-h-11 grow items-center gap-3 text-sm font-semibold">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={open > 0 && chosen.length === open}
          disabled={open === 0}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && chosen.length < open;
          }}
          onChange={(event) => onCheckAll(event.target.checked)}
        />
        {say('requests.selectAll', { count: open })}
      </label>
      {children}
      <Button
        size="small"
        look={chosen.length > 0 ? 'primary' : 'secondary'}
        className="max-sm:min-h-11 max-sm:grow"
        icon={<CheckCheck size={16} />}
        isBusy={isBusy && decisions.busy.size > 1}
        isBlocked={isBusy || chosen.length === 0}
        onClick={() => void decisions.decide('agree', chosen)}
      >
        {chosen.length > 0
          ? say('requests.approveCount', { count: chosen.length })
          : say('requests.approveSelected')}
      </Button>
    </div>
  );
}
