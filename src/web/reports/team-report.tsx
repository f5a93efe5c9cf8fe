import { say, sayNumber } from '#texts/say';
import { FileChartColumn, Users } from 'lucide-react';
import { useMemo, type ComponentProps } from 'react';
import {
  figuresNotShown,
  isHoursFigure,
  sortTeam,
  sumOfFigures,
  TEAM_COLUMN_KEYS,
  TEAM_COLUMN_LABEL,
  TEAM_COLUMNS,
  TEAM_FIGURES,
  teamFigureText,
  teamRuleTexts,
  type TeamColumn,
  type TeamFigures,
  type TeamOrder,
  type TeamRow,
} from '#domain/report/team-report';
import { formatDate } from '#domain/time/format';
import { hoursNotShown } from '#domain/time/units';
import { endMissingText } from '#domain/entry/time-entry';
import { figureTable } from '#web/frame/figure-table.tsx';
import { setParams } from '#web/browser/navigation.ts';
import { sortParam, useList } from '#web/frame/list.ts';
import { PersonLink } from '#web/frame/person-name.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable, toSortFieldProps, type DataColumn } from '#web/ui/data-table.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Pager, usePages } from '#web/ui/pager.tsx';
import { Cell, Row } from '#web/ui/table.tsx';
import type { TeamReportResult } from '#contract/reports/result';
import { addressOf } from './report-address.ts';
import { ResultHead, type ResultHeadProps } from './result-head.tsx';

const PAGE_SIZE = 100;
const COLUMNS: readonly DataColumn<TeamColumn>[] = TEAM_COLUMNS.map((name) => ({
  name,
  label: TEAM_COLUMN_KEYS[name],
  ...(name === 'name' ? {} : { align: 'right', isHighestFirst: true }),
}));

const TEAM_LIST = { sort: sortParam(COLUMNS, 'name') };

interface TeamReportProps extends Omit<ResultHeadProps, 'children'> {
  result: TeamReportResult;
  onPerson: (userId: string) => void;
  isBusy: boolean;
}

export function TeamReport({ result, onPerson, isBusy, ...head }: TeamReportProps) {
  const { query, change } = useList(TEAM_LIST);
  const order = query.sort;
  const setOrder = (sort: TeamOrder) => change({ sort });
  const rows = useMemo(() => sortTeam(result.rows, order), [result.rows, order]);
  const { shown, paging } = usePages(rows, PAGE_SIZE, order);
  return (
    <Card aria-label={say('teamReport.title')} className="overflow-hidden">
      <ResultHead result={result} order={order} {...head}>
        <p className="text-sm text-muted">
          {result.includeFormer
            ? say('teamReport.countWithFormer', { count: rows.length })
            : say('teamReport.count', { count: rows.length })}
        </p>
      </ResultHead>
      <Rules result={result} />
      {rows.length === 0 ? (
        <Empty
          icon={<Users size={32} />}
          title={say('teamReport.nobody')}
          action={
            result.includeFormer ? undefined : (
              <Button onClick={() => setParams({ report: addressOf({ ...result, includeFormer: true }) })}>
                {say('report.former')}
              </Button>
            )
          }
        >
          {result.includeFormer ? say('teamReport.otherDates') : say('teamReport.otherDatesOrFormer')}
        </Empty>
      ) : (
        <div className="border-t border-line">
          <div className="p-4 sm:hidden">
            <SelectField {...toSortFieldProps({ columns: COLUMNS, sorting: order, onSort: setOrder })} />
          </div>
          <DataTable
            caption={say('teamReport.title')}
            columns={COLUMNS}
            sort={{ sorting: order, onSort: setOrder }}
            foot={<Sums rows={rows} />}
            inset="wide"
          >
            {shown.map((row) => (
              <TeamMemberRow
                key={row.userId}
                row={row}
                zone={result.zone}
                onOpen={() => onPerson(row.userId)}
                isBusy={isBusy}
              />
            ))}
          </DataTable>
          <Pager label={say('teamReport.pages')} paging={paging} />
        </div>
      )}
    </Card>
  );
}

const Rules = ({ result }: { result: TeamReportResult }) => (
  <dl className="flex flex-wrap gap-x-6 gap-y-1 px-4 pb-4 text-xs text-muted sm:px-6">
    {Object.entries(teamRuleTexts(result.ruleText)).map(([figure, rule]) => (
      <div key={figure}>
        <dt className="inline font-semibold">
          {figure === 'absences'
            ? say('teamReport.absencesSinceStart')
            : TEAM_COLUMN_LABEL[figure as keyof TeamFigures]}
          :
        </dt>{' '}
        <dd className="inline">{rule}</dd>
      </div>
    ))}
  </dl>
);

interface PersonProps {
  row: TeamRow;
  zone: string;
  onOpen: () => void;
  isBusy: boolean;
}

function TeamMemberRow({ row, zone, onOpen, isBusy }: PersonProps) {
  return (
    <Row fold="grid" className="max-sm:grid-cols-3">
      <Cell className="max-sm:col-span-3">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <PersonLink
            person={{ id: row.userId, name: row.name, employeeId: row.employeeId }}
            className="font-semibold"
          >
            {row.name}
          </PersonLink>
          <button
            type="button"
            aria-label={say('board.reportOf', { name: row.name })}
            aria-disabled={isBusy || undefined}
            onClick={isBusy ? undefined : onOpen}
            className="grid size-6 place-items-center rounded-sm text-accent hover:bg-accent-soft aria-disabled:cursor-progress pointer-coarse:size-8 print:hidden"
          >
            <FileChartColumn size={16} />
          </button>
          {row.leftAt !== null && (
            <Badge>{say('teamReport.left', { day: formatDate(row.leftAt, zone) })}</Badge>
          )}
        </span>
        <span className="block text-xs text-muted wrap-anywhere">
          {[row.employeeId, row.department].filter((fact) => fact !== '').join(' · ')}
          {row.isRunning && <Mark className="text-success">{say('teamReport.stillIn')}</Mark>}
          {row.isEndMissing && <Mark className="text-warning">{endMissingText()}</Mark>}
        </span>
      </Cell>
      {table.cells(figureText(row))}
    </Row>
  );
}

const Mark = (props: ComponentProps<'span'>) => (
  <>
    {' · '}
    <span {...props} />
  </>
);

const table = figureTable(TEAM_FIGURES, TEAM_COLUMN_LABEL, 'grid');

const figureText = (of: TeamFigures) => (figure: keyof TeamFigures) => teamFigureText(figure, of);

function Sums({ rows }: { rows: readonly TeamRow[] }) {
  const lacking = figuresNotShown(rows, hoursNotShown);
  return table.sums(
    say('teamReport.all', { count: rows.length }),
    figureText(sumOfFigures(rows)),
    lacking && ((figure) => (isHoursFigure(figure) ? sayNumber(lacking[figure], 2) : null)),
  );
}
