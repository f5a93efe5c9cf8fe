import { memo } from 'react';
import type { PersonPeriod } from '#contract/periods/periods';
import { formatDuration, minutesNotShown } from '#domain/time/units';
import { openOver } from '#web/browser/navigation.ts';
import { figureTable } from '#web/frame/figure-table.tsx';
import { PersonLink } from '#web/frame/person-name.tsx';
import { PeriodBadge, PeriodStatementLines, openCountTexts } from './period-words.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { OrderFreeze } from '#web/ui/frozen-order.tsx';
import { Cell, Row } from '#web/ui/table.tsx';
import {
  actionOf,
  FIGURE_LABEL,
  FIGURES,
  isHoursColumn,
  PEOPLE_LIST,
  sumOfPeriodFigures,
  type Figure,
  type PeopleQuery,
  type RowAction,
} from './people-list.ts';

interface RowProps {
  person: PersonPeriod;
  /** Closing text above the table. A row does not repeat the same text. */
  closing: string | null;
  zone: string;
  isOver: boolean;
  isBusy: boolean;
  onAction: (person: PersonPeriod, action: RowAction) => void;
}

export interface PeopleTableProps extends Omit<RowProps, 'person'> {
  /** People of the shown page. */
  people: readonly PersonPeriod[];
  /** People of all pages, for the sums. */
  all: readonly PersonPeriod[];
  sorting: PeopleQuery['sort'];
  onSort: (sorting: PeopleQuery['sort']) => void;
  handlers: OrderFreeze['handlers'];
}

export const PeopleTable = ({ people, all, sorting, onSort, handlers, ...rest }: PeopleTableProps) => (
  <DataTable
    caption="Everybody's pay period"
    columns={PEOPLE_LIST.sort.columns}
    sort={{ sorting, onSort, defaultSorting: PEOPLE_LIST.sort.defaultSorting }}
    inset="wide"
    body={handlers}
    foot={<Sums people={all} />}
  >
    {people.map((person) => (
      <PersonRow key={person.userId} person={person} {...rest} />
    ))}
  </DataTable>
);

const ACTION_LABEL: Readonly<Record<RowAction, string>> = {
  close: 'Close',
  'close-over': 'Close anyway...',
  reopen: 'Reopen...',
};

const table = figureTable(FIGURES, FIGURE_LABEL, 'lines', <Cell className="max-sm:hidden" />);

const figureText = (of: PersonPeriod['hours']) => (figure: Figure) =>
  isHoursColumn(figure) ? formatDuration(of[figure]) : of[figure].toLocaleString('en-US');

function Sums({ people }: { people: readonly PersonPeriod[] }) {
  const sums = sumOfPeriodFigures(people);
  const lackingOf = (figure: Figure) =>
    minutesNotShown(
      people.map(({ hours }) => hours[figure]),
      sums[figure],
    );
  const lacking = (figure: Figure) => (isHoursColumn(figure) ? formatDuration(lackingOf(figure)) : null);
  return table.sums(
    `Total (${people.length.toLocaleString('en-US')})`,
    figureText(sums),
    FIGURES.some((figure) => lackingOf(figure) > 0) ? lacking : null,
  );
}

const PersonRow = memo(function PersonRow({ person, zone, isOver, isBusy, onAction, closing }: RowProps) {
  const { userId, name, employeeId, department, isClockedIn, open: counts } = person;
  const open = openCountTexts({ ...counts, entries: counts.entries - (isClockedIn ? 1 : 0) });
  const action = isOver ? actionOf(person) : null;
  return (
    <Row className="align-top">
      <Cell className="max-sm:basis-full">
        <PersonLink hasLargeTapArea person={{ id: userId, name, employeeId }} className="font-semibold" />
        <span className="block text-muted">{department}</span>
      </Cell>
      <Cell align="left" className="max-sm:basis-full">
        <PeriodBadge state={person.state} reader="admin" />
        <PeriodStatementLines period={person} zone={zone} elsewhere={closing} />
      </Cell>
      {table.cells(figureText(person.hours))}
      <Cell align="left" className="max-sm:basis-full lg:pl-6">
        <div className="flex min-h-8 flex-wrap items-start justify-between gap-x-3 gap-y-1">
          {isClockedIn && <span className="text-muted">Still clocked in</span>}
          {open.length === 0 ? (
            !isClockedIn && <span className="text-muted max-sm:hidden">-</span>
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
          {action && (
            <Button
              size="small"
              look={action === 'close' ? 'secondary' : 'quiet'}
              isBlocked={isBusy}
              onClick={() => onAction(person, action)}
              className="ml-auto"
            >
              {ACTION_LABEL[action]}
              <span className="sr-only"> {name}</span>
            </Button>
          )}
        </div>
      </Cell>
    </Row>
  );
});
