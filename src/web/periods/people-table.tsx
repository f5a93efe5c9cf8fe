import { useLanguage } from '#web/browser/language.ts';
import { say, sayNumber } from '#texts/say';
import { Ellipsis, Lock, LockOpen } from 'lucide-react';
import { memo } from 'react';
import type { PersonPeriod } from '#contract/periods/periods';
import { balanceText } from '#domain/day/day-bar-text';
import { endMissingText } from '#domain/entry/time-entry';
import { formatDuration, minutesNotShown } from '#domain/time/units';
import { figureTable, LINE_CLASS } from '#web/frame/figure-table.tsx';
import { PersonName } from '#web/frame/person-name.tsx';
import { openDaysOf } from '#web/people/use-person.ts';
import { PeriodBadge, PeriodStatementLines, openCountTexts, type Statement } from './period-words.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { OrderFreeze } from '#web/ui/frozen-order.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Cell, isRowPress, Row } from '#web/ui/table.tsx';
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
  /** Statements above the table. A row does not repeat them. */
  elsewhere: readonly Statement[];
  zone: string;
  isOver: boolean;
  onAction: (person: PersonPeriod, action: RowAction) => void;
}

export interface PeopleTableProps extends Omit<RowProps, 'person'> {
  people: readonly PersonPeriod[];
  /** People of all pages, for the sums. */
  all: readonly PersonPeriod[];
  sorting: PeopleQuery['sort'];
  onSort: (sorting: PeopleQuery['sort']) => void;
  handlers: OrderFreeze['handlers'];
}

export const PeopleTable = ({ people, all, sorting, onSort, handlers, ...rest }: PeopleTableProps) => (
  <DataTable
    caption={say('periods.caption')}
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

const ACTIONS = {
  close: { label: 'periods.close', icon: <Lock size={16} /> },
  'close-over': { label: 'periods.closeAnyway', icon: <Lock size={16} /> },
  reopen: { label: 'lock.reopen', icon: <LockOpen size={16} /> },
} as const satisfies Record<RowAction, object>;

const table = figureTable(FIGURES, FIGURE_LABEL, 'line', <Cell className="max-sm:hidden" />);

const figureText = (of: PersonPeriod['hours']) => (figure: Figure) => {
  if (figure === 'balanceMinutes')
    return (
      <span className={(of.balanceMinutes ?? 0) < 0 ? 'text-warning' : 'text-muted'}>
        <bdi dir="ltr">{balanceText(of) ?? '-'}</bdi>
      </span>
    );
  return isHoursColumn(figure) ? formatDuration(of[figure]) : sayNumber(of[figure]);
};

function Sums({ people }: { people: readonly PersonPeriod[] }) {
  const sums = sumOfPeriodFigures(people);
  const lackingOf = (figure: Figure) =>
    minutesNotShown(
      people.map(({ hours }) => hours[figure] ?? 0),
      sums[figure] ?? 0,
    );
  const lacking = (figure: Figure) => (isHoursColumn(figure) ? formatDuration(lackingOf(figure)) : null);
  return table.sums(
    say('periods.total', { count: people.length }),
    figureText(sums),
    FIGURES.some((figure) => lackingOf(figure) > 0) ? lacking : null,
  );
}

/** On a phone a row is one line: the name, what it waits for, and by how much the person falls short. */
const PersonRow = memo(function PersonRow({ person, zone, isOver, onAction, elsewhere }: RowProps) {
  useLanguage();
  const { userId, name, employeeId, department, isClockedIn, state, open: counts } = person;
  const open = openCountTexts({ ...counts, entries: counts.entries - (isClockedIn ? 1 : 0) });
  const waiting = state === 'closed' ? undefined : open[0];
  const action = isOver ? actionOf(person) : null;
  const show = () => openDaysOf(userId, person);
  return (
    <Row
      fold="grid"
      className={`cursor-pointer align-top sm:hover:bg-page ${LINE_CLASS}`}
      onClick={(event) => isRowPress(event) && show()}
    >
      <Cell className="max-sm:min-w-0">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={show}
          className="max-w-full rounded-sm text-start font-semibold wrap-anywhere underline-offset-4 hover:underline max-sm:-my-2.5 max-sm:min-h-11 max-sm:truncate"
        >
          <PersonName person={{ id: userId, name, employeeId }} />
        </button>
        <span className="block truncate text-muted max-sm:hidden">{department}</span>
      </Cell>
      <Cell align="left">
        {waiting && (
          <span className="sm:hidden">
            <Badge tone="warning">{waiting.thing === 'entries' ? endMissingText() : waiting.text}</Badge>
          </span>
        )}
        <span className={waiting && 'max-sm:hidden'}>
          <PeriodBadge state={state} reader="admin" isShort />
        </span>
        {/* Holds a line, so that no row moves when closing takes the line away. */}
        <div className="min-h-lh min-w-46 max-sm:hidden">
          <PeriodStatementLines period={person} zone={zone} elsewhere={elsewhere} />
        </div>
      </Cell>
      {table.cells(figureText(person.hours))}
      <Cell align="left" className="xl:ps-6">
        <div className="flex items-start justify-between gap-x-2">
          <ul className="grid max-sm:hidden">
            {isClockedIn && <li className="text-muted">{say('periods.stillIn')}</li>}
            {!isClockedIn && open.length === 0 && <li className="text-muted">-</li>}
            {open.map(({ thing, text }) => (
              <li key={thing} className={state === 'closed' ? 'text-muted' : 'font-semibold text-warning'}>
                {text}
              </li>
            ))}
          </ul>
          <div className="-my-1 -me-2 min-w-8 max-sm:-my-2.5 pointer-coarse:min-w-11">
            {action && (
              <Menu
                look="icon"
                label={say('periods.actionsFor', { name })}
                button={<Ellipsis size={16} />}
                heading={name}
                items={[
                  {
                    label: say(ACTIONS[action].label),
                    icon: ACTIONS[action].icon,
                    choose: () => onAction(person, action),
                  },
                ]}
              />
            )}
          </div>
        </div>
      </Cell>
    </Row>
  );
});
