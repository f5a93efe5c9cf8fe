import { useLanguage } from '#web/browser/language.ts';
import { say } from '#texts/say';
import { keepPreviousData } from '@tanstack/react-query';
import { CalendarCheck, Ellipsis, LockOpen, Users } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { LiveChange } from '#contract/monitoring/live';
import type { PeriodsView, PersonPeriod } from '#contract/periods/periods';
import { payPeriodText } from '#domain/period/pay-period';
import { useList } from '#web/frame/list.ts';
import { setParams, useOpened, useParams } from '#web/browser/navigation.ts';
import { LiveFailure } from '#web/live/live-strip.tsx';
import { AmbiguousNames } from '#web/frame/person-name.tsx';
import { PeriodsSkeleton } from '#web/frame/tab-skeletons.tsx';
import { useLiveQuery } from '#web/live/use-live-query.ts';
import { InviteButton } from '#web/people/invite.tsx';
import { affectsPeriod, StatementLine } from './period-words.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { FilterChips } from '#web/ui/filter-chips.tsx';
import { useFrozenOrder, useOrderFreeze, NewRowsButton } from '#web/ui/frozen-order.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Pager, usePages } from '#web/ui/pager.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { CloseBar } from './close-bar.tsx';
import { DownloadMenu, usePayrollFiles } from './download-menu.tsx';
import { countByFilter, filterPeople, NOBODY_TEXTS, PEOPLE_LIST, sharedStatements } from './people-list.ts';
import { PeopleTable, type PeopleTableProps } from './people-table.tsx';
import { useClosing, type ClosingState } from './use-closing.ts';

const ReasonDialog = onDemand(() => import('#web/requests/reason-dialog.tsx'));
const SignatureDialog = onDemand(() => import('./signature-dialog.tsx'));

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
    <div className="grid grid-cols-1 gap-4">
      <LiveFailure
        title={say('periods.notLoaded')}
        query={query}
        isStale
        waiting={
          <>
            <Loading what={say('periods.loading')} />
            <PeriodsSkeleton />
          </>
        }
      />
      {view && <PayPeriodsCard key={view.first} view={view} isLoading={isPlaceholderData} />}
    </div>
  );
}

type ActionWithReason = {
  readonly action: 'close-over' | 'reopen';
  readonly people: readonly PersonPeriod[];
};
type OnAction = PeopleTableProps['onAction'];

function PayPeriodsCard({ view, isLoading }: { view: PeriodsView; isLoading: boolean }) {
  const closing = useClosing(view);
  const files = usePayrollFiles(view);
  const [request, setRequest] = useState<ActionWithReason | null>(null);
  const isChecking = useOpened('signature') !== undefined;
  const { close } = closing;
  const onAction = useCallback<OnAction>(
    (person, action) => {
      if (action === 'close') void close([person.userId]);
      else setRequest({ action, people: [person] });
    },
    [close],
  );
  const [running] = view.ranges;
  const isListed = view.ranges.some(({ first }) => first === view.first);
  const periods = isListed ? view.ranges : [view, ...view.ranges];
  const closed = view.people.filter(({ state }) => state === 'closed');
  const answered = view.people.filter(({ answeredSince }) => answeredSince > 0);
  return (
    <Card hasPopup aria-labelledby="pay-periods" aria-busy={isLoading} className="pb-2 aria-busy:opacity-60">
      <div className="grid gap-4 px-4 py-4 sm:px-6">
        {/* Menus may stand out of the card, so nothing of it is cut off. */}
        <div className="flex flex-wrap items-center gap-2">
          <h2 id="pay-periods" className="grow text-base font-semibold">
            {say('periods.title')}
          </h2>
          <div className="flex max-sm:order-last max-sm:w-full">
            <PickField
              label={say('report.period')}
              options={Object.fromEntries(periods.map((range) => [range.first, payPeriodText(range)]))}
              value={view.first}
              onChange={(first) => setParams({ first })}
            />
          </div>
          <DownloadMenu view={view} files={files} />
          {closed.length > 0 && (
            <Menu
              look="icon"
              label={say('periods.more')}
              button={<Ellipsis size={18} />}
              heading={payPeriodText(view)}
              items={[
                {
                  label: say('periods.reopenAll', { count: closed.length }),
                  icon: <LockOpen size={18} />,
                  choose: () => setRequest({ action: 'reopen', people: closed }),
                },
              ]}
            />
          )}
        </div>
        {view.people.length > 0 && <CloseBar view={view} closing={closing} />}
        <Problem title={say('report.noFile')} text={files.problem} />
        {answered.length > 0 && (
          <p className="text-sm text-warning">
            {say('periods.answered', { names: answered.map(({ name }) => name).join(', ') })}
          </p>
        )}
      </div>
      {view.people.length === 0 ? (
        <div className="border-t border-line">
          <Empty
            icon={<CalendarCheck size={32} />}
            title={say('periods.nobodyEmployed')}
            action={
              running && running.first !== view.first ? (
                <Button onClick={() => setParams({ first: running.first })}>
                  {say('periods.showPeriod', { period: payPeriodText(running) })}
                </Button>
              ) : (
                <InviteButton />
              )
            }
          />
        </div>
      ) : (
        <AmbiguousNames people={view.people.map(({ userId: id, name }) => ({ id, name }))}>
          <People view={view} isBusy={closing.progress !== null} onAction={onAction} />
        </AmbiguousNames>
      )}
      {request && <Reason request={request} view={view} closing={closing} onClose={() => setRequest(null)} />}
      {isChecking && <SignatureDialog files={files} />}
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
  const language = useLanguage();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- statements are texts of the language
  const elsewhere = useMemo(() => sharedStatements(view), [view, language]);
  const reopening = elsewhere.find(({ quote }) => quote !== null);
  const all = useMemo(() => filterPeople(view.people, asked), [view.people, asked]);
  const found = useMemo(() => all.map(({ userId }) => userId), [all]);
  const freeze = useOrderFreeze(isBusy);
  const { ids, waiting } = useFrozenOrder(found, freeze.isFrozen, asked);
  const { shown, paging } = usePages(ids, PAGE_SIZE, asked);
  const byId = useMemo(() => new Map(view.people.map((person) => [person.userId, person])), [view.people]);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 sm:px-6">
        <div className="max-sm:w-full">
          <FilterChips
            label={say('periods.whoIsShown')}
            options={PEOPLE_LIST.show.options}
            counts={counts}
            urgent={view.isOver ? ['open'] : []}
            isLine
            chosen={query.show}
            onChoose={(show) => change({ show })}
          />
        </div>
        <div className="flex min-w-0 grow basis-60 items-center gap-3">
          <SearchBox
            placeholder={say('periods.search')}
            value={query.search}
            onChange={(search) => change({ search })}
          />
          <NewRowsButton waiting={waiting} isPaused={isBusy} onShow={freeze.release} />
        </div>
      </div>
      {ids.length === 0 ? (
        <div role="status" className="border-t border-line">
          <Empty
            icon={<Users size={32} />}
            title={say(NOBODY_TEXTS[asked.search === '' ? asked.show : 'all'])}
            action={
              <Button onClick={() => change({ show: 'all', search: '' })}>
                {say('employees.showEverybody')}
              </Button>
            }
          />
        </div>
      ) : (
        <div className="border-t border-line">
          {reopening && (
            <div className="border-b border-line px-6 py-2 max-sm:hidden">
              <StatementLine of={reopening} />
            </div>
          )}
          <PeopleTable
            people={shown.flatMap((id) => byId.get(id) ?? [])}
            all={all}
            zone={view.timeZone}
            elsewhere={elsewhere}
            isOver={view.isOver}
            sorting={query.sort}
            onSort={(sort) => change({ sort })}
            onAction={onAction}
            handlers={freeze.handlers}
          />
          <p className="border-t border-line px-4 pt-3 pb-1 text-xs text-muted sm:px-6">
            {say('periods.legend')}
          </p>
        </div>
      )}
      <Pager label={say('periods.pages')} paging={paging} />
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
  const [count, period] = [people.length, payPeriodText(view)];
  const name = count === 1 ? person?.name : undefined;
  const texts =
    action === 'reopen'
      ? {
          title:
            name === undefined
              ? say('periods.reopenForMany', { period, count })
              : say('periods.reopenFor', { period, name }),
          text:
            count === 1 ? say('periods.reopenText', { period }) : say('periods.reopenManyText', { period }),
          submit: say('periods.reopen'),
        }
      : {
          title:
            name === undefined
              ? say('periods.closeForMany', { period, count })
              : say('periods.closeFor', { period, name }),
          text: say('periods.closeAnywayText'),
          submit: say('periods.close'),
        };
  const act = action === 'reopen' ? closing.reopen : closing.close;
  return <ReasonDialog {...texts} onGiven={(reason) => act(ids, reason)} onClose={onClose} />;
}
