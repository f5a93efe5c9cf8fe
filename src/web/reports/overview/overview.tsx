/** Shown while no report is open: the people to talk to before the current month is reported. */
import { say } from '#texts/say';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, FileChartColumn } from 'lucide-react';
import { useMemo, useState } from 'react';
import { initials } from '#domain/people/employee';
import { formatDayRange, formatMonth } from '#domain/time/format';
import type { ReportRules } from '#domain/report/rules';
import { type TeamRow, sortTeam } from '#domain/report/team-report';
import { type Day, formatDuration } from '#domain/time/units';
import { type DayRange, addDays, monthOf } from '#domain/time/workplace-day';
import { FailedCall } from '#web/api.ts';
import { AmbiguousNames, PersonLink } from '#web/frame/person-name.tsx';
import { openReportOf, rulesToOpenBy } from '#web/reports/report-address.ts';
import { InviteButton } from '#web/people/invite.tsx';
import { generateTeamReport } from '#web/reports/generate.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Loading, Skeleton, Skeletons } from '#web/ui/skeleton.tsx';

/** Days of the month before today, which is not over yet. Null on the first day of the month. */
export function monthSoFar(today: Day): DayRange | null {
  const { first } = monthOf(today);
  return first === today ? null : { first, last: addDays(today, -1) };
}

/** Returns three lists of people. A list with figures has the highest figure first. @param rows sorted by name */
export function notablePeople(rows: readonly TeamRow[], rules: ReportRules) {
  const open = rows.filter(({ isEndMissing }) => isEndMissing);
  const ranked = (figure: 'absences' | 'overtimeMinutes', text: (amount: number) => string) => {
    const people = rows
      .filter((row) => row[figure] >= 1)
      .toSorted((one, other) => other[figure] - one[figure]);
    const sum = people.reduce((all, row) => all + row[figure], 0);
    return {
      sum: sum === 0 ? '' : text(sum),
      people: people.map((row) => ({ row, value: text(row[figure]) })),
    };
  };
  return [
    {
      name: say('overview.open'),
      rule: say('overview.openRule'),
      sum: open.length === 0 ? '' : say('employees.count', { count: open.length }),
      nobody: say('overview.nobodyOpen'),
      people: open.map((row) => ({ row, value: '' })),
    },
    {
      name: say('overview.absences'),
      rule: rules === 'standard' ? say('overview.weekdays') : say('overview.workdays'),
      nobody: say('totals.noAbsences'),
      ...ranked('absences', (count) => say('overview.days', { count })),
    },
    {
      name: say('overview.overtime'),
      rule: rules === 'standard' ? say('overview.overtimeStandard') : say('overview.overtimeRule'),
      nobody: say('totals.noOvertime'),
      ...ranked('overtimeMinutes', formatDuration),
    },
  ];
}

/** Milliseconds. Adding up everybody's month can take seconds, so a result is reused until this age. */
const FRESH_MS = 60_000;
const SHOWN_PEOPLE = 5;
const COLUMNS_CLASS = 'grid divide-line max-lg:divide-y lg:grid-cols-3 lg:divide-x';

export default function Overview({ today }: { today: Day }) {
  const range = monthSoFar(today);
  const month = formatMonth(today).split(' ')[0] ?? '';
  return (
    <Card aria-labelledby="month-overview" className="overflow-hidden">
      <div className="p-4 sm:px-6">
        <CardTitle id="month-overview">{say('overview.soFar', { month })}</CardTitle>
        <p className="text-sm text-muted tabular-nums">
          {range ? formatDayRange(range.first, range.last) : say('overview.firstDay')}
        </p>
      </div>
      <div className="border-t border-line">
        {range ? (
          <MonthOverview range={range} today={today} />
        ) : (
          <Empty icon={<CalendarDays size={32} />} title={say('overview.begun', { month })}>
            {say('overview.fromTomorrow')}
          </Empty>
        )}
      </div>
    </Card>
  );
}

function MonthOverview({ range: { first, last }, today }: { range: DayRange; today: Day }) {
  const query = useQuery<{ rows: readonly TeamRow[]; rules: ReportRules }, FailedCall>({
    queryKey: ['monthOverview', first, last],
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const rules = await rulesToOpenBy();
      const answer = await generateTeamReport(
        { startDate: first, endDate: last, rules, includeFormer: false },
        { progress: () => undefined, signal },
      );
      if (!answer.ok) throw new FailedCall(answer.failure);
      return { rows: sortTeam(answer.result.rows, { column: 'name', descending: false }), rules };
    },
  });
  const { rows, rules = 'standard' } = query.data ?? {};
  const people = useMemo(() => rows?.map(({ userId, name }) => ({ id: userId, name })) ?? [], [rows]);
  if (!rows && query.error)
    return <LoadFailure title={say('overview.notLoaded')} query={query} className="p-4 sm:px-6" />;
  if (!rows)
    return (
      <div className={COLUMNS_CLASS} aria-busy>
        <Loading what={say('overview.loading')} />
        {['open', 'absences', 'overtime'].map((list) => (
          <div key={list} className="grid content-start gap-3 p-4 sm:px-6">
            <Skeleton className="h-9 w-32" />
            <Skeletons count={3} className="h-8" />
          </div>
        ))}
      </div>
    );
  if (rows.length === 0)
    return (
      <Empty icon={<CalendarDays size={32} />} title={say('overview.nobody')} action={<InviteButton />}>
        {say('overview.nobodyText')}
      </Empty>
    );
  return (
    <AmbiguousNames people={people}>
      <div className={COLUMNS_CLASS}>
        {notablePeople(rows, rules).map((notable) => (
          <NotablePeopleList
            key={notable.name}
            notable={notable}
            onReport={(userId) => void openReportOf(userId, { first, last: today })}
          />
        ))}
      </div>
    </AmbiguousNames>
  );
}

interface NotablePeopleListProps {
  notable: ReturnType<typeof notablePeople>[number];
  onReport: (userId: string) => void;
}

function NotablePeopleList({
  notable: { name, rule, sum, nobody, people },
  onReport,
}: NotablePeopleListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? people : people.slice(0, SHOWN_PEOPLE);
  return (
    <section aria-label={name} className="p-4 sm:px-6">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-sm font-semibold">{name}</h3>
        <p className="text-sm font-semibold whitespace-nowrap tabular-nums">{sum}</p>
      </div>
      <p className="text-xs text-muted">{rule}</p>
      {people.length === 0 ? (
        <p className="mt-3 text-sm text-muted">{nobody}</p>
      ) : (
        <ul className="mt-2">
          {shown.map(({ row, value }) => (
            <li key={row.userId} className="flex min-h-11 items-center gap-3">
              <Avatar letters={initials(row.name)} of={row.userId} />
              <span className="min-w-0 grow text-sm">
                <PersonLink person={{ id: row.userId, name: row.name, employeeId: row.employeeId }} />
              </span>{' '}
              <span className="text-sm whitespace-nowrap text-muted tabular-nums">{value}</span>
              <button
                type="button"
                aria-label={say('board.reportOf', { name: row.name })}
                onClick={() => onReport(row.userId)}
                className="-me-1 grid size-8 shrink-0 place-items-center rounded-sm text-accent hover:bg-accent-soft pointer-coarse:size-11"
              >
                <FileChartColumn size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {people.length > SHOWN_PEOPLE && (
        <Button look="quiet" size="small" className="mt-1 -ms-3" onClick={() => setWhole(!isWhole)}>
          {isWhole ? say('common.showFewer') : say('overview.showAll', { count: people.length })}
        </Button>
      )}
    </section>
  );
}
