/** spec §2 Employee Management. */
import { UserPlus, Users } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { User } from '#contract/records';
import { closeOver, openOver, setParams, useOpened, useParams } from '#web/browser/navigation.ts';
import { Namesakes } from '#web/frame/which-person.tsx';
import { useIsLive } from '#web/live/live-updates.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Pager, usePages } from '#web/ui/pager.tsx';
import { useFrozenOrder, useOrderFreeze } from '#web/ui/frozen-order.ts';
import { NewRowsButton } from '#web/ui/new-rows-button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { usePreload } from '#web/screens/admin/use-preload.ts';
import { useToast } from '#web/ui/toast.tsx';
import { EmployeesSkeleton } from '#web/screens/admin/skeletons.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { EmployeeList } from './employee-list.tsx';
import {
  answer,
  PAGE_SIZE,
  QUESTION_PARAMS,
  questionOf,
  questionParams,
  SHOWN,
  SORTED,
  type Question,
} from './employees-view.ts';
import { useEmployees, type Staff } from './use-employees.ts';
import { Waiting } from './waiting.tsx';

const AddEmployeeDialog = onDemand(() => import('./add-employee-dialog.tsx'));

/** Preloads the dialog after the list is drawn. */
const IDLE_MS = 500;

const openPerson = ({ id }: User): void => openOver(id);
const toAdding = (): void => openOver('add');

const ask = (question: Question): void => setParams(questionParams(question));

export default function EmployeeManagement() {
  const { staff, query } = useEmployees();
  const isAdding = useOpened('add') !== undefined;
  const isLive = useIsLive();
  const showToast = useToast();
  usePreload(AddEmployeeDialog, IDLE_MS);
  return (
    <div className="grid gap-4 pt-4">
      <LoadFailure title="The employees could not be loaded." query={query} isShown={isLive || !staff} />
      {staff && (
        <Namesakes people={staff.people}>
          <Waiting people={staff.people} zone={staff.zone} onDone={showToast} />
        </Namesakes>
      )}
      {staff ? <Everybody staff={staff} /> : !query.error && <EmployeesSkeleton />}
      {isAdding && staff && <AddEmployeeDialog people={staff.people} onClose={() => closeOver('add')} />}
    </div>
  );
}

function Everybody({ staff }: { staff: Staff }) {
  const params = useParams(...QUESTION_PARAMS);
  const question = useMemo(() => questionOf(params), [params]);
  const deferredQuestion = useDeferredValue(question);
  const found = useMemo(() => answer(staff.people, deferredQuestion), [staff.people, deferredQuestion]);
  const order = useMemo(() => found.map(({ id }) => id), [found]);
  const freeze = useOrderFreeze(false);
  const { ids, waiting } = useFrozenOrder(order, freeze.isFrozen, deferredQuestion);
  const { shown, paging } = usePages(ids, PAGE_SIZE, deferredQuestion);
  const byId = useMemo(() => new Map(staff.people.map((user) => [user.id, user])), [staff.people]);
  const people = shown.flatMap((id) => byId.get(id) ?? []);
  return (
    <>
      <Toolbar question={question} onAsk={ask} onAdd={toAdding} />
      <div className="-my-2.5 flex min-h-8 items-center justify-between gap-2">
        <p role="status" className="text-sm text-muted tabular-nums">
          {countText(found.length, staff.people.length)}
        </p>
        <NewRowsButton waiting={waiting} isPaused={false} onShow={freeze.release} />
      </div>
      <Card aria-label="Employees" className="overflow-hidden">
        {people.length > 0 && (
          <Namesakes people={staff.people}>
            <EmployeeList
              people={people}
              zone={staff.zone}
              open={staff.open}
              onOpen={openPerson}
              handlers={freeze.handlers}
            />
          </Namesakes>
        )}
        {people.length === 0 && <NobodyFound />}
        {people.length > 0 && !staff.people.some(({ role }) => role === 'employee') && (
          <div className="border-t border-line">
            <NobodyYet />
          </div>
        )}
        <Pager label="Pages of employees" paging={paging} />
      </Card>
    </>
  );
}

const countText = (found: number, all: number): string =>
  `${found === all ? '' : `${found.toLocaleString('en-US')} of `}${all.toLocaleString('en-US')} ${all === 1 ? 'person' : 'people'}`;

const NobodyFound = () => (
  <Empty icon={<Users size={32} />} title="No employees found matching your search.">
    Try another part of the name or email.
  </Empty>
);

/** The list also holds admins, who do not clock in. */
const NobodyYet = () => (
  <Empty
    icon={<Users size={32} />}
    title="No employees added yet."
    action={
      <Button look="primary" icon={<UserPlus size={18} />} onClick={toAdding}>
        Add the first one
      </Button>
    }
  >
    Add them yourself, or let people register. The link is in Settings.
  </Empty>
);

interface ToolbarProps {
  question: Question;
  onAsk: (question: Question) => void;
  onAdd: () => void;
}

const Toolbar = ({ question, onAsk, onAdd }: ToolbarProps) => (
  <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
    <div className="col-span-2 flex min-w-0 grow sm:basis-64">
      <SearchBox
        label="Search employees"
        placeholder="Search employees..."
        value={question.text}
        onChange={(text) => onAsk({ ...question, text })}
      />
    </div>
    <PickField
      label="Show"
      options={SHOWN}
      value={question.shown}
      onChange={(shown) => onAsk({ ...question, shown })}
    />
    <PickField
      label="Sort by"
      options={SORTED}
      value={question.sorted}
      onChange={(sorted) => onAsk({ ...question, sorted })}
    />
    <Button look="primary" icon={<UserPlus size={20} />} onClick={onAdd} className="max-sm:col-span-2">
      Add Employee
    </Button>
  </div>
);
