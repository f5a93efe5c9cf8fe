/** A page of people with their period: where it stands, what is open in it, and what an admin can do about it. */
import { memo } from 'react';
import type { PersonPeriod } from '#contract/periods';
import { openOver } from '#web/browser/navigation.ts';
import { PersonLink } from '#web/frame/person-link.tsx';
import { PeriodBadge, PeriodSaidLines } from '#web/periods/period-state.tsx';
import { openTexts } from '#web/periods/period-words.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable, type Sorting } from '#web/ui/data-table.tsx';
import type { OrderFreeze } from '#web/ui/frozen-order.ts';
import { Cell, Row } from '#web/ui/table.tsx';
import { BY_ATTENTION, deedOf, PEOPLE_COLUMNS, type PeopleColumn, type PeriodDeed } from './people-list.ts';

export type OnDeed = (person: PersonPeriod, deed: PeriodDeed) => void;

interface PeopleTableProps {
  people: readonly PersonPeriod[];
  zone: string;
  isOver: boolean;
  isBusy: boolean;
  sorting: Sorting<PeopleColumn>;
  onSort: (sorting: Sorting<PeopleColumn>) => void;
  onDeed: OnDeed;
  /** They hold the list while somebody points at it. */
  handlers: OrderFreeze['handlers'];
}

export const PeopleTable = ({ people, sorting, onSort, handlers, ...rest }: PeopleTableProps) => (
  <DataTable
    caption="Everybody's pay period"
    columns={PEOPLE_COLUMNS}
    sort={{ sorting, onSort, home: BY_ATTENTION }}
    inset="wide"
    body={handlers}
  >
    {people.map((person) => (
      <PersonRow key={person.userId} person={person} {...rest} />
    ))}
  </DataTable>
);

const DEEDS: Readonly<Record<PeriodDeed, string>> = {
  close: 'Close',
  'close-over': 'Close anyway...',
  reopen: 'Reopen...',
};

/** Drawn anew only when something of this one person changed. */
const PersonRow = memo(function PersonRow({
  person,
  zone,
  isOver,
  isBusy,
  onDeed,
}: {
  person: PersonPeriod;
  zone: string;
  isOver: boolean;
  isBusy: boolean;
  onDeed: OnDeed;
}) {
  const { userId, name, employeeId, department } = person;
  const open = openTexts(person.open);
  const deed = isOver ? deedOf(person) : null;
  return (
    <Row className="align-top">
      <Cell className="max-sm:basis-full">
        <PersonLink isRoomy person={{ id: userId, name, employeeId }} className="font-semibold" />
        <span className="block text-muted">{department}</span>
      </Cell>
      <Cell align="left" className="max-sm:basis-full">
        <PeriodBadge state={person.state} reader="admin" />
        <PeriodSaidLines period={person} zone={zone} />
      </Cell>
      <Cell align="left" className="max-sm:basis-full">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          {open.length === 0 ? (
            <span className="text-muted max-sm:hidden">-</span>
          ) : (
            <ul className="grid">
              {open.map(({ thing, text }) => (
                <li key={thing}>
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    onClick={() => openOver(userId)}
                    className="text-left font-semibold text-warning underline-offset-4 hover:underline pointer-coarse:min-h-11"
                  >
                    {text}
                    <span className="sr-only"> of {name}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {deed && (
            <Button
              size="small"
              look={deed === 'close' ? 'secondary' : 'quiet'}
              resting={isBusy}
              onClick={() => onDeed(person, deed)}
              className="ml-auto"
            >
              {DEEDS[deed]}
              <span className="sr-only"> {name}</span>
            </Button>
          )}
        </div>
      </Cell>
    </Row>
  );
});
