import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { HolidaysView } from '#contract/expected/holidays';
import { yearWithoutHolidays, type HolidayList } from '#domain/expected/holidays';
import { createTextMatcher } from '#domain/people/employee';
import { isDay } from '#domain/time/workplace-day';
import type { FormOf } from '#web/forms/use-form.ts';
import { useRouteQuery } from '#web/live/use-live-query.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { OptionSearch } from '#web/ui/option-search.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EffectSummary } from './effect.tsx';
import {
  HolidayDays,
  yearFilter,
  holidayListOf,
  withHoliday,
  withProposals,
  type ListOwner,
} from './holiday-days.tsx';

export const holidayErrors = ({ holidays }: HolidayList): { holidays?: string } =>
  holidays.some(({ name }) => name.trim() === '') ? { holidays: say('holidays.nameNeeded') } : {};

interface HolidayFieldsProps {
  form: FormOf<HolidayList>;
  view: HolidaysView;
  of: ListOwner;
}

export function HolidayFields({ form, view, of }: HolidayFieldsProps) {
  const { region, holidays } = form.typed;
  const thisYear = Number(view.today.slice(0, 4));
  const [year, setYear] = useState(() =>
    String(yearWithoutHolidays(holidayListOf(view, of).holidays, view.today) ?? thisYear),
  );
  // A schedule's holidays are locked by its own people's closed periods, which only the server checks.
  const closed = of ? [] : view.closed;
  const proposal = useRouteQuery(
    'holidayProposal',
    { region, year: Number(year) },
    { enabled: region !== '', staleTime: Infinity },
  );
  const proposed = proposal.data?.holidays ?? [];
  const fill = () => form.edit({ holidays: withProposals(holidays, proposed, closed) });
  return (
    <>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <RegionField region={region} onChange={(code) => form.edit({ region: code })} />
        <PickField
          label={say('holidays.year')}
          options={[-1, 0, 1, 2].map((step) => String(thisYear + step))}
          value={year}
          onChange={setYear}
        />
      </div>
      {region !== '' && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            size="small"
            icon={<Plus size={16} />}
            isBusy={proposal.isFetching}
            isBlocked={proposed.length === 0}
            onClick={fill}
          >
            {say('holidays.addPublic', { year })}
          </Button>
          <p className="text-xs text-muted">
            {richly('holidays.proposedBy', {
              source: (
                <a className="underline" href="https://github.com/commenthol/date-holidays" rel="noreferrer">
                  date-holidays
                </a>
              ),
            })}
          </p>
        </div>
      )}
      <LoadFailure title={say('holidays.proposedNotLoaded')} query={proposal} />
      {proposal.isLoading && <Skeleton className="h-24" />}
      <HolidayDays form={form} year={year} proposed={proposed} closed={closed} />
      <AddDay
        year={year}
        onAdd={(day) =>
          form.edit({
            holidays: withHoliday(holidays, day, { day, name: say('holidays.companyDay'), isHalf: false }),
          })
        }
      />
      {of && (region !== '' || holidays.length > 0) && (
        <Button
          size="small"
          look="quiet"
          className="justify-self-start"
          onClick={() => form.edit({ region: '', holidays: [] })}
        >
          {say('holidays.useWorkplaces')}
        </Button>
      )}
      {/* The effect does not depend on names, and a typed name can still be empty: send a fixed name. */}
      {form.isEdited && (
        <EffectSummary
          holidays={{
            scheduleId: of?.id,
            region,
            holidays: holidays.map((one) => ({ ...one, name: 'Holiday' })),
          }}
        />
      )}
    </>
  );
}

function RegionField({ region, onChange }: { region: string; onChange: (region: string) => void }) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const query = useRouteQuery('holidayRegions', { timeZone }, { staleTime: Infinity });
  const options = (query.data?.regions ?? []).map(({ code, name, otherNames }) => ({
    value: code,
    label: name,
    ...(otherNames !== '' && { more: otherNames }),
  }));
  const proposed = options.find(({ value }) => value === query.data?.proposed);
  return (
    <>
      <OptionSearch
        label={say('holidays.region')}
        placeholder={query.isLoading ? say('holidays.loadingCountries') : say('holidays.searchCountries')}
        options={options}
        find={(text) => {
          const fits = createTextMatcher(text);
          return options.filter(({ label, more = '' }) => fits(`${label} ${more}`));
        }}
        value={region}
        onChange={onChange}
        nothing={query.isLoading ? say('holidays.loadingCountries') : say('options.none')}
      />
      {region === '' && proposed && (
        <div className="sm:order-last sm:col-span-2">
          <Button size="small" onClick={() => onChange(proposed.value)}>
            {say('holidays.useRegion', { region: proposed.label })}
          </Button>
        </div>
      )}
      <LoadFailure title={say('holidays.countriesNotLoaded')} query={query} />
    </>
  );
}

function AddDay({ year, onAdd }: { year: string; onAdd: (day: string) => void }) {
  const [day, setDay] = useState('');
  const [error, setError] = useState<string | undefined>();
  const add = () => {
    if (!isDay(day) || !yearFilter(year)({ day })) return setError(say('holidays.dateIn', { year }));
    onAdd(day);
    setDay('');
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label={say('holidays.companyDay')}
        type="date"
        value={day}
        error={error}
        onChange={(text) => {
          setDay(text);
          setError(undefined);
        }}
      />
      <Button icon={<Plus size={18} />} onClick={add}>
        {say('holidays.addDay')}
      </Button>
    </div>
  );
}
