/** spec §2 Employee Management. */
import { say } from '#texts/say';
import { Check, IdCard, UserPlus, Users, X } from 'lucide-react';
import { useDeferredValue, useId, useMemo } from 'react';
import type { User } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { formatDate, formatTime } from '#domain/time/format';
import { call } from '#web/api.ts';
import { useList } from '#web/frame/list.ts';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { LiveFailure } from '#web/live/live-strip.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { AmbiguousNames, PersonName } from '#web/frame/person-name.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { FilterChips } from '#web/ui/filter-chips.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Pager, usePages } from '#web/ui/pager.tsx';
import { useFrozenOrder, useOrderFreeze, NewRowsButton } from '#web/ui/frozen-order.tsx';
import { onDemand, usePreload } from '#web/ui/on-demand.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { PERSON_CELLS, SkeletonRows } from '#web/ui/skeleton.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { EmployeeList } from './employee-list.tsx';
import {
  countByShown,
  EMPLOYEES_LIST,
  filterEmployees,
  PAGE_SIZE,
  type EmployeesQuery,
} from './employees-view.ts';
import { useApplyEmployee, useEmployees, type Staff } from './use-employees.ts';

const AddEmployeeDialog = onDemand(() => import('./add-employee-dialog.tsx'));

const PrintCards = onDemand(() => import('./print-cards.tsx'));

const ADD_DIALOG_PRELOAD_MS = 500;

const openAddDialog = (): void => openOver('add');

export default function EmployeeManagement() {
  const { staff, query } = useEmployees();
  const isAdding = useOpened('add') !== undefined;
  usePreload(AddEmployeeDialog, ADD_DIALOG_PRELOAD_MS);
  return (
    <div className="grid gap-4 pt-4">
      <LiveFailure title={say('employees.notLoaded')} query={query} />
      {(staff ?? query.isPending) && (
        <AmbiguousNames people={staff?.people ?? NOBODY}>
          {staff && <WaitingForApproval staff={staff} />}
          <SearchableEmployees staff={staff} />
          {staff && isAdding && <AddEmployeeDialog people={staff.people} onClose={() => closeOver('add')} />}
        </AmbiguousNames>
      )}
    </div>
  );
}

function WaitingForApproval({ staff: { people, zone } }: { staff: Staff }) {
  const id = useId();
  const showToast = useToast();
  const apply = useApplyEmployee();
  const { run, problem, isSubmitting } = useForm();
  const waiting = people.filter(({ awaitsApproval }) => awaitsApproval);
  if (waiting.length === 0) return null;
  const decide = async (user: User, isApproved: boolean) => {
    const answer = await call('decideRegistration', { id: user.id, isApproved });
    if (!answer.ok) return answer;
    apply(answer.value.user);
    const { name } = user;
    showToast(isApproved ? say('employees.canSignIn', { name }) : say('employees.wasDeclined', { name }));
    return answer;
  };
  return (
    <Card aria-labelledby={id} className="grid gap-3 border-warning p-4">
      <CardTitle id={id}>{say('employees.waiting', { count: waiting.length })}</CardTitle>
      <ul className="grid divide-y divide-line">
        {waiting.map((user) => (
          <li key={user.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold wrap-anywhere">
                <PersonName person={user} />
              </p>
              <p className="text-sm text-muted wrap-anywhere">
                {user.email} ·{' '}
                {[user.department, user.hub, user.position].filter((part) => part !== '').join(', ')}
              </p>
              <p className="text-sm text-muted tabular-nums">
                {say('employees.registered', {
                  date: formatDate(toEpochMs(user.createdAt), zone),
                  time: formatTime(toEpochMs(user.createdAt), zone),
                })}
              </p>
            </div>
            <div className="flex gap-3 max-sm:grow max-sm:*:grow">
              <Button
                size="small"
                look="danger-outline"
                icon={<X size={16} />}
                isBlocked={isSubmitting}
                onClick={() => void run(() => decide(user, false))}
              >
                {say('employees.decline')}
                <span className="sr-only"> {user.name}</span>
              </Button>
              <Button
                size="small"
                look="primary"
                icon={<Check size={16} />}
                isBlocked={isSubmitting}
                onClick={() => void run(() => decide(user, true))}
              >
                {say('employees.approve')}
                <span className="sr-only"> {user.name}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Problem title={say('employees.notSaved')} text={problem} />
    </Card>
  );
}

const NOBODY: readonly User[] = [];

function SearchableEmployees({ staff }: { staff: Staff | undefined }) {
  const all = staff?.people ?? NOBODY;
  const { query, change } = useList(EMPLOYEES_LIST);
  const deferredQuestion = useDeferredValue(query);
  const found = useMemo(() => filterEmployees(all, deferredQuestion), [all, deferredQuestion]);
  const counts = useMemo(() => countByShown(all, deferredQuestion), [all, deferredQuestion]);
  const holders = useMemo(() => found.filter(({ isActive }) => isActive), [found]);
  const isPrinting = useOpened('cards') !== undefined;
  const order = useMemo(() => found.map(({ id }) => id), [found]);
  const freeze = useOrderFreeze(false);
  const { ids, waiting } = useFrozenOrder(order, freeze.isFrozen, deferredQuestion);
  const { shown, paging } = usePages(ids, PAGE_SIZE, deferredQuestion);
  const byId = useMemo(() => new Map(all.map((user) => [user.id, user])), [all]);
  const people = shown.flatMap((id) => byId.get(id) ?? []);
  return (
    <>
      <Toolbar query={query} onChange={change} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FilterChips
          label={say('employees.show')}
          options={EMPLOYEES_LIST.shown.options}
          counts={staff && counts}
          chosen={query.shown}
          onChoose={(shown) => change({ shown })}
        />
        <p role="status" className="sr-only">
          {staff ? countText(found.length, all.length) : say('employees.loading')}
        </p>
        <NewRowsButton waiting={waiting} isPaused={false} onShow={freeze.release} />
        <Button
          size="small"
          className="sm:ms-auto"
          icon={<IdCard size={16} />}
          isBlocked={holders.length === 0}
          onClick={() => openOver('cards')}
        >
          {say('printCards.open')}
        </Button>
      </div>
      {isPrinting && holders.length > 0 && <PrintCards people={holders} />}
      <Card aria-label={say('employee.many')} className="overflow-hidden">
        {!staff ? (
          <SkeletonRows count={8} cells={PERSON_CELLS} className="min-h-16 px-4" />
        ) : people.length > 0 ? (
          <EmployeeList {...staff} people={people} handlers={freeze.handlers} />
        ) : (
          <Empty
            icon={<Users size={32} />}
            title={say('employees.noneFound')}
            action={
              <Button size="small" onClick={() => change({ search: '', shown: 'Everybody' })}>
                {say('employees.showEverybody')}
              </Button>
            }
          >
            {say('employees.tryAnother')}
          </Empty>
        )}
        {people.length > 0 && !all.some(({ role }) => role === 'employee') && (
          <div className="border-t border-line">
            <NobodyYet />
          </div>
        )}
        <Pager label={say('employees.pages')} paging={paging} />
      </Card>
    </>
  );
}

const countText = (found: number, all: number): string =>
  found === all ? say('employees.count', { count: all }) : say('employees.foundOf', { found, count: all });

/** Shown while the list holds only admins, who do not clock in. */
const NobodyYet = () => (
  <Empty
    icon={<Users size={32} />}
    title={say('employees.none')}
    action={
      <Button look="primary" icon={<UserPlus size={18} />} onClick={openAddDialog}>
        {say('employees.addFirst')}
      </Button>
    }
  >
    {say('employees.noneText')}
  </Empty>
);

interface ToolbarProps {
  query: EmployeesQuery;
  onChange: (change: Partial<EmployeesQuery>) => void;
}

const Toolbar = ({ query, onChange }: ToolbarProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 sm:flex sm:flex-wrap">
    <div className="col-span-2 flex min-w-0 grow sm:basis-64">
      <SearchBox
        placeholder={say('employees.search')}
        value={query.search}
        onChange={(search) => onChange({ search })}
      />
    </div>
    <PickField
      label={say('table.sortBy')}
      options={EMPLOYEES_LIST.sorted.options}
      value={query.sorted}
      onChange={(sorted) => onChange({ sorted })}
    />
    <Button look="primary" icon={<UserPlus size={20} />} onClick={openAddDialog}>
      {say('employee.add')}
    </Button>
  </div>
);
