import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { HolidayProposal, HolidaysView } from '#contract/holidays';
import type { Settings } from '#contract/records';
import { expectedOn } from '#domain/expected/expected';
import type { Holiday } from '#domain/expected/holidays';
import { foldForSearch } from '#domain/people/employee';
import { formatDate } from '#domain/time/format';
import { formatDuration } from '#domain/time/units';
import { isDay, weekdayOf } from '#domain/time/workplace-day';
import { call } from '#web/api.ts';
import { isSameValue } from '#web/forms/draft.ts';
import { EditConflict } from '#web/forms/edit-conflict.tsx';
import { useDraftForm } from '#web/forms/use-draft-form.ts';
import { fetched } from '#web/live/use-asked.ts';
import { HOLIDAYS_KEY } from '#web/screens/admin/use-settings.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { OptionSearch } from '#web/ui/option-search.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx';
import { byDay, Days, inYear, type HolidayList } from './holiday-days.tsx';

const LABELS = { region: 'Country or region', holidays: 'Holidays' };
/** The year's days replaced by those that a region gives people off; closed days stay as they are. */
const withYear = (
  holidays: readonly Holiday[],
  year: string,
  proposed: HolidayProposal['holidays'],
  closedUntil: string | null,
): Holiday[] => {
  const isOpen = ({ day }: Holiday): boolean => closedUntil === null || day > closedUntil;
  return [
    ...holidays.filter((one) => !inYear(year)(one) || !isOpen(one)),
    ...proposed.flatMap(({ isPublic, ...one }) => (isPublic && isOpen(one) ? [one] : [])),
  ].toSorted(byDay);
};

interface HolidaysFormProps {
  view: HolidaysView;
  settings: Settings;
  onClose: () => void;
}

export function HolidaysForm({ view, settings, onClose }: HolidaysFormProps) {
  const client = useQueryClient();
  const form = useDraftForm<HolidayList>({
    record: { region: view.region, holidays: view.holidays },
    version: view.version,
    validate: ({ holidays }): { holidays?: string } =>
      holidays.some(({ name }) => name.trim() === '') ? { holidays: 'Each day needs a name' } : {},
    send: async ({ region, holidays }, version) => {
      const answer = await call('updateHolidays', { region, holidays: [...holidays], version });
      if (answer.ok) {
        client.setQueryData<HolidaysView>(HOLIDAYS_KEY, answer.value);
        onClose();
        return undefined;
      }
      const { failure } = answer;
      if (failure.kind !== 'refused') return { problem: failure.message };
      return failure.code === 'settings_changed' ? 'stale' : { problem: failure.message };
    },
    // Saving other settings changes the version, too.
    reload: async () => {
      await client.refetchQueries({ queryKey: HOLIDAYS_KEY });
      const now = client.getQueryData<HolidaysView>(HOLIDAYS_KEY);
      return now ? { record: { region: now.region, holidays: now.holidays }, version: now.version } : null;
    },
  });
  const { draft, conflicts, isSubmitting, problem } = form;
  const { region, holidays } = draft.typed;
  const thisYear = Number(view.today.slice(0, 4));
  const [year, setYear] = useState(String(thisYear));
  const proposal = useProposal(region, year);
  const proposed = proposal.data?.holidays ?? [];
  const isEdited = !isSameValue(draft.typed, draft.base);
  const { leave, question } = useDiscardQuestion(isEdited);
  const fill = () => form.edit({ holidays: withYear(holidays, year, proposed, view.closedUntil) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <form ref={form.ref} noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <RegionField value={region} onChange={(code) => form.edit({ region: code })} />
        <PickField
          label="Year"
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
            working={proposal.isFetching}
            resting={proposed.length === 0}
            onClick={fill}
          >
            Use the public holidays of {year}
          </Button>
          <p className="text-xs text-muted">
            Proposed by{' '}
            <a className="underline" href="https://github.com/commenthol/date-holidays" rel="noreferrer">
              date-holidays
            </a>
            , CC BY 3.0.
          </p>
        </div>
      )}
      {proposal.isError && <p className="text-sm text-danger">The proposed days could not be loaded.</p>}
      {proposal.isLoading && <Skeleton className="h-24" />}
      <Days form={form} year={year} proposed={proposed} closedUntil={view.closedUntil} />
      <AddDay
        year={year}
        onAdd={(day) =>
          form.edit({
            holidays: [
              ...holidays.filter((one) => one.day !== day),
              { day, name: 'Company day', isHalf: false },
            ].toSorted(byDay),
          })
        }
      />
      <Effect before={draft.base.holidays} after={holidays} today={view.today} settings={settings} />
      <EditConflict what="the holidays" form={form} labels={LABELS} />
      <Problem title="The holidays were not saved." text={form.errors.holidays ?? problem} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => leave(onClose)} className="max-sm:grow">
          Cancel
        </Button>
        <Button
          type="submit"
          look="primary"
          working={isSubmitting}
          resting={conflicts.length > 0}
          className="max-sm:grow"
        >
          {isSubmitting ? 'Saving...' : 'Save holidays'}
        </Button>
      </div>
      {question}
    </form>
  );
}

const useProposal = (region: string, year: string) =>
  useQuery({
    queryKey: ['holidayProposal', region, year],
    queryFn: ({ signal }) => fetched('holidayProposal', { region, year: Number(year) }, signal),
    enabled: region !== '',
    staleTime: Infinity,
  });

function RegionField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const { data } = useQuery({
    queryKey: ['holidayRegions'],
    queryFn: ({ signal }) => fetched('holidayRegions', {}, signal),
    staleTime: Infinity,
  });
  const options = (data?.regions ?? []).map(({ code, name }) => ({ value: code, label: name }));
  return (
    <OptionSearch
      label="Country or region"
      placeholder="Search countries..."
      options={options}
      find={(text) => options.filter(({ label }) => foldForSearch(label).includes(foldForSearch(text)))}
      value={value}
      onChange={onChange}
      nothing="Nothing found."
    />
  );
}

function AddDay({ year, onAdd }: { year: string; onAdd: (day: string) => void }) {
  const [day, setDay] = useState('');
  const [error, setError] = useState<string | undefined>();
  const add = () => {
    if (!isDay(day) || !inYear(year)({ day })) return setError(`Enter a date in ${year}`);
    onAdd(day);
    setDay('');
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label="Company day"
        type="date"
        value={day}
        error={error}
        onChange={(text) => {
          setDay(text);
          setError(undefined);
        }}
      />
      <Button icon={<Plus size={18} />} onClick={add}>
        Add this day
      </Button>
    </div>
  );
}

interface EffectProps {
  before: readonly Holiday[];
  after: readonly Holiday[];
  today: string;
  settings: Settings;
}

/** What a change does to days that have begun, said before it is saved. */
function Effect({ before, after, today, settings }: EffectProps) {
  const minutesOn = (list: readonly Holiday[], day: string): number => {
    const holiday = list.find((one) => one.day === day);
    return expectedOn({ day, weekday: weekdayOf(day), start: 0, end: 1, holiday }, settings).minutes;
  };
  const days = [...new Set([...before, ...after].map(({ day }) => day))]
    .filter((day) => day <= today && minutesOn(before, day) !== minutesOn(after, day))
    .toSorted();
  if (days.length === 0) return null;
  return (
    <div role="status" className="text-sm">
      <p className="font-semibold">Days that have begun change for everybody:</p>
      <ul>
        {days.map((day) => (
          <li key={day} className="tabular-nums">
            {formatDate(day, 'UTC')}: target {formatDuration(minutesOn(before, day))} →{' '}
            {formatDuration(minutesOn(after, day))}
          </li>
        ))}
      </ul>
    </div>
  );
}
