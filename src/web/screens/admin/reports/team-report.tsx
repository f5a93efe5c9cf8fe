/** The report over all employees: one row a person, sorted as wanted, with totals; each name opens that person's own report. */
import { Users } from 'lucide-react';
import { useMemo, useState, type RefObject } from 'react';
import { BREAKS_RULE, sortedTeam, sumOfFigures, TEAM_COLUMN_LABEL, TEAM_COLUMNS, teamFigureShown, type TeamColumn, type TeamFigures, type TeamOrder, type TeamRow } from '#domain/team-report';
import { leftText } from '#domain/team-sheet';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Pager } from '../../../ui/pager.tsx';
import type { TeamKept } from './kept-report.ts';
import { ResultHead } from './result-head.tsx';

const FIGURES = TEAM_COLUMNS.filter((column) => column !== 'name');
const PAGE_SIZE = 100;
const CELL = 'sm:px-2 sm:py-2 sm:first:pl-6 sm:last:pr-6';
const ROW = 'max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-4 max-sm:py-2.5';
const number = new Intl.NumberFormat('en-US');

interface TeamReportProps {
  kept: TeamKept;
  heading: RefObject<HTMLHeadingElement | null>;
  onPerson: (userId: string) => void;
  isBusy: boolean;
}

export function TeamReport({ kept, heading, onPerson, isBusy }: TeamReportProps) {
  const [order, setOrder] = useState<TeamOrder>({ column: 'name', descending: false });
  const [page, setPage] = useState(0);
  const rows = useMemo(() => sortedTeam(kept.rows, order), [kept.rows, order]);
  const people = `${number.format(rows.length)} ${rows.length === 1 ? 'employee' : 'employees'}`;
  // Figures are looked at from the highest down, names from A on.
  const sort = (next: TeamOrder) => {
    setOrder(next);
    setPage(0);
  };
  const sortBy = (column: TeamColumn) => sort({ column, descending: order.column === column ? !order.descending : column !== 'name' });
  const columns = TEAM_COLUMNS.map((column) => ({
    title: TEAM_COLUMN_LABEL[column],
    ...(column === 'name' ? {} : { align: 'right' as const }),
    sort: { order: order.column !== column ? null : order.descending ? 'descending' as const : 'ascending' as const, change: () => sortBy(column) },
  }));
  return (
    <Card aria-label="Report over all employees" className="overflow-hidden">
      <ResultHead kept={kept} heading={heading} order={order}>
        <p className="text-sm text-muted">{people}{kept.includeFormer && ', former ones included'}</p>
      </ResultHead>
      <Rules kept={kept} />
      {rows.length === 0 ? <Empty icon={<Users size={32} />} title="Nobody was employed in this range">Choose other dates, or include former employees.</Empty> : (
        <div className="border-t border-line">
          <div className="p-4 sm:hidden"><SortSelect order={order} onChange={sort} /></div>
          <DataTable caption="Report over all employees" columns={columns} foot={<Sums rows={rows} />}>
            {rows.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map((row) => <Person key={row.userId} row={row} zone={kept.zone} onOpen={() => onPerson(row.userId)} isBusy={isBusy} />)}
          </DataTable>
          <Pager label="Pages of the report" page={page} pageSize={PAGE_SIZE} count={rows.length} onPage={setPage} />
        </div>
      )}
    </Card>
  );
}

/** By which rules the columns were made. */
const Rules = ({ kept: { ruleText } }: { kept: TeamKept }) => (
  <dl className="flex flex-wrap gap-x-6 gap-y-1 px-4 pb-4 text-xs text-muted sm:px-6">
    {([['Total Hours', ruleText.hours], ['Late Arrivals', ruleText.late], ['Absences (since start date)', ruleText.absences], ['Overtime', ruleText.overtime], ['Breaks', BREAKS_RULE]] as const).map(([label, rule]) => (
      <div key={label}><dt className="inline font-semibold">{label}:</dt> <dd className="inline">{rule}</dd></div>
    ))}
  </dl>
);

/** What a phone has in place of the headings. */
function SortSelect({ order, onChange }: { order: TeamOrder; onChange: (order: TeamOrder) => void }) {
  const options = Object.entries(TEAM_COLUMN_LABEL) as [TeamColumn, string][];
  return (
    <SelectField
      label="Sort by"
      options={options.map(([, label]) => label)}
      value={TEAM_COLUMN_LABEL[order.column]}
      onChange={(label) => {
        const column = options.find(([, each]) => each === label)?.[0] ?? 'name';
        onChange({ column, descending: column !== 'name' });
      }}
    />
  );
}

function Person({ row, zone, onOpen, isBusy }: { row: TeamRow; zone: string; onOpen: () => void; isBusy: boolean }) {
  return (
    <tr role="row" className={ROW}>
      <td role="cell" className={`${CELL} max-sm:col-span-3`}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <button type="button" aria-disabled={isBusy || undefined} onClick={isBusy ? undefined : onOpen} className="min-h-6 rounded-sm text-left font-semibold wrap-anywhere text-accent hover:underline aria-disabled:cursor-progress">{row.name}</button>
          {row.leftAt !== null && <Badge>Left {leftText(row, zone)}</Badge>}
        </span>
        <span className="block text-xs text-muted wrap-anywhere">{[row.employeeId, row.department].filter((fact) => fact !== '').join(' · ')}{row.isRunning && <> · <span className="text-success">still clocked in</span></>}</span>
      </td>
      <FigureCells figures={row} />
    </tr>
  );
}

const FigureCells = ({ figures }: { figures: TeamFigures }) => FIGURES.map((figure) => (
  <td key={figure} role="cell" className={`${CELL} tabular-nums sm:text-right`}>
    <span className="mr-1 block text-xs font-normal text-muted sm:hidden">{TEAM_COLUMN_LABEL[figure]}</span>
    {teamFigureShown(figure, figures)}
  </td>
));

const Sums = ({ rows }: { rows: readonly TeamRow[] }) => (
  <tr role="row" className={ROW}>
    <td role="cell" className={`${CELL} max-sm:col-span-3`}>All {number.format(rows.length)}</td>
    <FigureCells figures={sumOfFigures(rows)} />
  </tr>
);
