import { keepPreviousData } from '@tanstack/react-query';
import { CalendarCheck, Settings2, Users } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { LiveChange } from '#contract/monitoring/live';
import type { PeriodsView, PersonPeriod } from '#contract/periods/periods';
import { payPeriodText } from '#domain/period/pay-period';
import { useList } from '#web/frame/list.ts';
import { goTo, useParams } from '#web/browser/navigation.ts';
import { LiveFailure } from '#web/live/live-strip.tsx';
import { AmbiguousNames } from '#web/frame/person-name.tsx';
import { useLiveQuery } from '#web/live/use-live-query.ts';
import { affectsPeriod } from './period-words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { FilterChips } from '#web/ui/filter-chips.tsx';
import { useFrozenOrder, useOrderFreeze, NewRowsButton } from '#web/ui/frozen-order.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Pager, usePages } from '#web/ui/pager.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { CloseBar } from './close-bar.tsx';
import {
  mostFrequentClosingText,
  countByFilter,
  filterPeople,
  FILTER_WORDS,
  PEOPLE_LIST,
} from './people-list.ts';
import { PayrollCard } from './payroll-card.tsx';
import { PeopleTable, type PeopleTableProps } from './people-table.tsx';
import { useClosing, type ClosingState } from './use-closing.ts';

const ReasonDialog = onDemand(() => import('#web/requests/reason-dialog.tsx'));

const PAGE_SIZE = 50;

const concernsPeriods = (change: LiveChange, view: PeriodsView): boolean =>
  affectsPeriod(change, view, view.timeZone);

export default function PayPeriods() {
  const { first } = useParams('first');
  // Without `first` the server answers with the last completed period.
  const query = useLiveQuery('periods', concernsPeriods, {
    input: { first },
    placeholderData: keepPreviousData,
    structuralSharing: false,
  });
  const { data: view, isPlaceholderData } = query;
  return (
    <div className="grid gap-4">
      <LiveFailure
        title="The pay periods could not be loaded."
        query={query}
        isStale
        waiting={
          <>
            <Loading what="Loading the pay periods..." />
            <Skeleton className="h-[32rem]" />
          </>
        }
      />
      {view && (
        <div className="grid gap-4 aria-busy:opacity-60" aria-busy={isPlaceholderData}>
          <PayrollCard view={view} />
          <PayPeriodsCard key={view.first} view={view} />
        </div>
      )}
    </div>
  );
}

type ActionWithReason = {
  readonly action: 'close-over' | 'reopen';
  readonly people: readonly PersonPeriod[];
};
type OnAction = PeopleTableProps['onAction'];

function PayPeriodsCard({ view }: { view: PeriodsView }) {
  const closing = useClosing(view);
  const [request, setRequest] = useState<ActionWithReason | null>(null);
  const { close } = closing;
  const onAction = useCallback<OnAction>(
    (person, action) => {
      if (action === 'close') void close([person.userId]);
      else setRequest({ action, people: [person] });
    },
    [close],
  );
  const closed = view.people.filter(({ state }) => state === 'closed');
  return (
    <Card hasPopup aria-labelledby="pay-periods" className="overflow-hidden">
      <div className="grid gap-4 px-4 py-4 sm:px-6">
        <CardTitle
          id="pay-periods"
          aside={
            <Button
              size="small"
              icon={<Settings2 size={16} />}
              onClick={() => goTo(['reports', 'periods', 'profiles'])}
            >
              Payroll profiles
            </Button>
          }
        >
          Pay periods
        </CardTitle>
        <CloseBar
          view={view}
          closing={closing}
          onReopenAll={() => setRequest({ action: 'reopen', people: closed })}
        />
      </div>
      {view.people.length === 0 ? (
        <div className="border-t border-line">
          <Empty icon={<CalendarCheck size={32} />} title="Nobody was employed in this period">
            Choose another period.
          </Empty>
        </div>
      ) : (
        <AmbiguousNames people={view.people.map(({ userId: id, name }) => ({ id, name }))}>
          <People view={view} isBusy={closing.progress !== null} onAction={onAction} />
        </AmbiguousNames>
      )}
      {request && <Reason request={request} view={view} closing={closing} onClose={() => setRequest(null)} />}
    </Card>
  );
}

function People({ view, isBusy, onAction }: { view: PeriodsView; isBusy: boolean; onAction: OnAction }) {
  const { query, change } = useList(PEOPLE_LIST);
  // Keeps typing responsive: the rows are updated later.
  const asked = useDeferredValue(query);
  const counts = useMemo(
    () => countByFilter(filterPeople(view.people, { ...asked, show: 'all' })),
    [view.people, asked],
  );
  const closing = useMemo(() => mostFrequentClosingText(view), [view]);
  const all = useMemo(() => filterPeople(view.people, asked), [view.people, asked]);
  const found = useMemo(() => all.map(({ userId }) => userId), [all]);
  const freeze = useOrderFreeze(isBusy);
  const { ids, waiting } = useFrozenOrder(found, freeze.isFrozen, asked);
  const { shown, paging } = usePages(ids, PAGE_SIZE, asked);
  const byId = useMemo(() => new Map(view.people.map((person) => [person.userId, person])), [view.people]);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 sm:px-6">
        <FilterChips
          label="Who is shown"
          options={PEOPLE_LIST.show.options}
          counts={counts}
          chosen={query.show}
          onChoose={(show) => change({ show })}
        />
        <div className="flex min-w-0 grow basis-60 items-center gap-3">
          <SearchBox
            placeholder="Search people"
            value={query.search}
            onChange={(search) => change({ search })}
          />
          <NewRowsButton waiting={waiting} isPaused={isBusy} onShow={freeze.release} />
        </div>
        <p className="w-full text-sm text-muted">Overtime and Late follow the work settings.</p>
      </div>
      {ids.length === 0 ? (
        <div role="status" className="border-t border-line">
          <Empty
            icon={<Users size={32} />}
            title={FILTER_WORDS[asked.search === '' ? asked.show : 'all'].nobody}
          />
        </div>
      ) : (
        <div className="border-t border-line">
          <PeopleTable
            people={shown.flatMap((id) => byId.get(id) ?? [])}
            all={all}
            zone={view.timeZone}
            closing={closing}
            isOver={view.isOver}
            isBusy={isBusy}
            sorting={query.sort}
            onSort={(sort) => change({ sort })}
            onAction={onAction}
            handlers={freeze.handlers}
          />
        </div>
      )}
      <Pager label="Pages of people" paging={paging} />
    </>
  );
}

interface ReasonProps {
  request: ActionWithReason;
  view: PeriodsView;
  closing: ClosingState;
  onClose: () => void;
}

function Reason({ request: { action, people }, view, closing, onClose }: ReasonProps) {
  const ids = people.map(({ userId }) => userId);
  const [person] = people;
  const peopleText =
    people.length === 1 && person ? person.name : `${people.length.toLocaleString('en-US')} people`;
  const period = payPeriodText(view);
  return action === 'reopen' ? (
    <ReasonDialog
      title={`Reopen ${period} for ${peopleText}`}
      text={`Hours in ${period} can be corrected again. ${people.length === 1 ? 'The employee sees' : 'All of them see'} who reopened it and why. Earlier files keep the old figures.`}
      submit="Reopen"
      onGiven={(reason) => closing.reopen(ids, reason)}
      onClose={onClose}
    />
  ) : (
    <ReasonDialog
      title={`Close ${period} for ${peopleText} anyway`}
      text="Open items stay on record and in the payroll summary. Employees see your reason."
      submit="Close"
      onGiven={(reason) => closing.close(ids, reason)}
      onClose={onClose}
    />
  );
}
