/** Lists everybody's time entries, newest first, in pages (spec §1, §7 'List all'). */
import { say } from '#texts/say';
import { ChevronLeft, ChevronRight, FileClock, RefreshCw, Table2 } from 'lucide-react';
import { useMemo } from 'react';
import type { TimeEntriesPage } from '#contract/clock/entry-lists';
import { toEpochMs } from '#contract/wire';
import { compareNames } from '#domain/people/employee';
import { formatDate, formatTime } from '#domain/time/format';
import { ListedEntries } from '#web/reports/entries-table.tsx';
import { useEmployees } from '#web/people/use-employees.ts';
import type { User } from '#contract/records';
import { EmployeeSearch } from '#web/people/employee-search.tsx';
import { useTitle } from '#web/session/workplace.ts';
import { useSavingFile } from '#web/reports/use-saving-file.ts';
import { AmbiguousNames } from '#web/frame/person-name.tsx';
import { InviteButton } from '#web/people/invite.tsx';
import { RetryBanner } from '#web/ui/banner.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { FilterChips } from '#web/ui/filter-chips.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Loading, PERSON_CELLS, SkeletonRows } from '#web/ui/skeleton.tsx';
import { downloadText } from '#web/browser/download.ts';
import {
  ENTRY_LIST,
  type EntryFilter,
  NO_FILTER,
  entriesCsv,
  entriesFileName,
  shownRowsOf,
  useTimeEntries,
} from './entry-list.ts';
import { DayRangeFields, SelectField } from '#web/ui/field.tsx';

type FiltersProps = Pick<ReturnType<typeof useTimeEntries>, 'filter' | 'errors' | 'change'> & {
  people: readonly User[];
};

function Filters({ people, filter, errors, change }: FiltersProps) {
  const studios = useMemo(
    () => [...new Set(people.map(({ department }) => department))].toSorted(compareNames),
    [people],
  );
  return (
    <div className="grid gap-3 px-4 pb-4 sm:grid-cols-2 sm:px-6 lg:grid-cols-4 print:hidden">
      <EmployeeSearch
        people={people}
        placeholder={say('entries.everybody')}
        value={filter.employee}
        onChange={(employee) => change({ employee })}
        nothing={say('employees.noneFound')}
      />
      <SelectField
        label={say('board.studio')}
        placeholder={say('entries.allStudios')}
        options={studios}
        value={filter.studio}
        onChange={(studio) => change({ studio })}
      />
      <DayRangeFields names={['from', 'to']} values={filter} errors={errors} onChange={change} />
      <div className="col-span-full">
        <FilterChips
          label={say('field.status')}
          options={ENTRY_LIST.status.options}
          chosen={filter.status}
          onChoose={(status) => change({ status })}
        />
      </div>
    </div>
  );
}

export default function TimeEntries() {
  useTitle(say('entries.title'), 1);
  const { filter, errors, query, page, change, next, previous } = useTimeEntries();
  const shown = query.data;
  const people = useEmployees().staff?.people ?? [];
  const rows = useMemo(() => shown && shownRowsOf(shown), [shown]);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const obstacle =
    Object.keys(errors).length > 0
      ? say('entries.correctDates')
      : !shown
        ? say('entries.notYetLoaded')
        : shown.rows.length === 0
          ? say('entries.nothingToExport')
          : null;
  return (
    <Card hasPopup aria-labelledby="time-entries" className="overflow-hidden">
      <div className="px-4 pt-4 sm:px-6">
        <CardTitle
          id="time-entries"
          aside={
            <Button
              size="small"
              icon={<RefreshCw size={16} />}
              isBusy={query.isFetching}
              isBlocked={query.isFetching}
              onClick={() => void query.refetch()}
            >
              {say('monitoring.refresh')}
            </Button>
          }
        >
          {say('entries.title')}
        </CardTitle>
        <p className="mb-4 min-h-5 text-sm text-muted tabular-nums">{shown && asOfText(shown)}</p>
      </div>
      <Filters people={people} filter={filter} errors={errors} change={change} />
      <ExportEntries filter={filter} obstacle={obstacle} />
      <LoadFailure
        title={say('entries.notLoaded')}
        query={query}
        isStale={shown !== undefined}
        className="px-4 pb-4 sm:px-6"
      />
      <div className="border-t border-line aria-busy:opacity-60" aria-busy={query.isPlaceholderData}>
        {shown && rows && rows.length > 0 && (
          <AmbiguousNames people={people}>
            <ListedEntries rows={rows} zone={shown.calendar.timeZone} />
          </AmbiguousNames>
        )}
        {rows?.length === 0 && (
          <Empty
            icon={<FileClock size={32} />}
            title={isFiltered ? say('entries.noMatch') : say('entries.none')}
            action={
              isFiltered ? (
                <Button size="small" onClick={() => change(NO_FILTER)}>
                  {say('entries.showAll')}
                </Button>
              ) : (
                <InviteButton />
              )
            }
          >
            {isFiltered ? undefined : say('entries.noneText')}
          </Empty>
        )}
        {!shown && query.isFetching && (
          <>
            <Loading what={say('entries.loading')} />
            <ListedEntries rows={[]} zone="UTC" />
            <SkeletonRows count={8} cells={PERSON_CELLS.slice(1)} className="px-4 sm:px-6" />
          </>
        )}
      </div>
      {(page > 1 || shown?.next) && (
        <nav
          aria-label={say('entries.pages')}
          className="flex items-center justify-between gap-3 border-t border-line px-4 py-3 print:hidden"
        >
          <Button size="small" icon={<ChevronLeft size={16} />} isBlocked={page === 1} onClick={previous}>
            {say('entries.newer')}
          </Button>
          <p className="text-sm text-muted tabular-nums">{say('entries.page', { page })}</p>
          <Button size="small" isBlocked={!shown?.next || query.isPlaceholderData} onClick={next}>
            {say('entries.older')}
            <ChevronRight size={16} />
          </Button>
        </nav>
      )}
    </Card>
  );
}

function asOfText({ now, calendar: { timeZone }, tag }: TimeEntriesPage): string {
  const at = toEpochMs(now);
  return say('entries.asOf', { time: formatTime(at, timeZone), date: formatDate(at, timeZone), tag });
}

function ExportEntries({ filter, obstacle }: { filter: EntryFilter; obstacle: string | null }) {
  const { saving, save, cancel } = useSavingFile(async (work) =>
    downloadText(entriesFileName(filter), await entriesCsv(filter, work), 'text/csv'),
  );
  const isWorking = saving.state === 'working';
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 pb-4 sm:px-6">
      <Button
        icon={<Table2 size={18} />}
        className="max-sm:grow"
        isBusy={isWorking}
        isBlocked={isWorking || obstacle !== null}
        aria-describedby="export-state"
        onClick={() => save()}
      >
        {say('entries.export')}
      </Button>
      <p id="export-state" role="status" className="text-sm text-muted tabular-nums empty:hidden">
        {isWorking ? say('entries.soFar', { count: saving.done }) : obstacle}
      </p>
      {isWorking && (
        <Button size="small" onClick={cancel}>
          {say('common.cancel')}
        </Button>
      )}
      <div role="alert" className="w-full empty:hidden">
        {saving.state === 'failed' && (
          <RetryBanner title={say('report.noFile')} onRetry={() => save()}>
            {saving.reason}
          </RetryBanner>
        )}
      </div>
    </div>
  );
}
