import { say, textTable } from '#texts/say';
import { CalendarHeart, Plus } from 'lucide-react';
import { useState } from 'react';
import type { HolidaysView } from '#contract/expected/holidays';
import { yearWithoutHolidays } from '#domain/expected/holidays';
import { formatDate } from '#domain/time/format';
import { call } from '#web/api.ts';
import { useHolidays } from '#web/live/use-settings.ts';
import { weekdayNameOf } from '#domain/time/weekday';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { namesById, PickField } from '#web/ui/pick-field.tsx';
import { EditableCard, type SavedOption } from '#web/frame/editable-card.tsx';
import { holidayListOf } from './holiday-days.tsx';
import { HolidayFields, holidayErrors } from './holidays-form.tsx';

const LABELS = textTable({ region: 'holidays.region', holidays: 'holidays.many' });

const yearOf = (day: string): string => day.slice(0, 4);

/** Shows the holidays of the workplace, or those of a schedule whose people work in another region. */
export default function HolidaysCard({ onSaved }: SavedOption) {
  const query = useHolidays();
  const [id, setId] = useState('');
  const schedules = query.data?.schedules ?? [];
  const of = schedules.find((one) => one.id === id) ?? null;
  return (
    <EditableCard
      key={of?.id}
      title={of ? say('holidays.titleOf', { name: of.name }) : say('holidays.title')}
      what="holidays"
      keptAs={of ? `holidays ${of.id}` : 'holidays'}
      query={query}
      recordOf={(view) => holidayListOf(view, of)}
      above={
        schedules.length > 0 && (
          <div className="sm:justify-self-start">
            <PickField
              label={say('holidays.of')}
              options={{ '': say('holidays.workplace'), ...namesById(schedules) }}
              value={of?.id ?? ''}
              onChange={setId}
            />
          </div>
        )
      }
      renderList={(view) => {
        const { holidays } = holidayListOf(view, of);
        return holidays.length > 0 ? <List holidays={holidays} today={view.today} /> : undefined;
      }}
      renderEmpty={(edit) => (
        <Empty
          icon={<CalendarHeart size={24} />}
          title={of ? say('holidays.sameAsWorkplace') : say('holidays.none')}
          action={
            <Button icon={<Plus size={18} />} onClick={() => edit()}>
              {of ? say('holidays.chooseOther') : say('holidays.choose')}
            </Button>
          }
        >
          {of ? say('holidays.otherRegion') : say('holidays.noneText')}
        </Empty>
      )}
      queryKey={['holidays']}
      labels={LABELS}
      validate={holidayErrors}
      save={({ region, holidays }, version) =>
        call('updateHolidays', { scheduleId: of?.id, region, holidays: [...holidays], version })
      }
      onSaved={onSaved}
      renderFields={(form, view) => <HolidayFields form={form} view={view} of={of} />}
    />
  );
}

function List({ holidays, today }: Pick<HolidaysView, 'holidays' | 'today'>) {
  const lacking = yearWithoutHolidays(holidays, today);
  const years = [...new Set(holidays.map(({ day }) => yearOf(day)))];
  const [chosen, setYear] = useState(yearOf(today));
  const year = years.includes(chosen) ? chosen : (years.at(-1) ?? chosen);
  return (
    <>
      {lacking !== null && (
        <p className="text-sm font-semibold">{say('holidays.lacking', { year: String(lacking) })}</p>
      )}
      {years.length > 1 && (
        <div className="justify-self-start">
          <PickField label={say('holidays.year')} options={years} value={year} onChange={setYear} />
        </div>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-x-6 gap-y-1 text-sm">
        {holidays
          .filter(({ day }) => yearOf(day) === year)
          .map(({ day, ...holiday }) => (
            <li key={day} className="wrap-anywhere">
              <span className="text-muted tabular-nums">
                {weekdayNameOf(day)}, {formatDate(day, 'UTC')}
              </span>{' '}
              {holiday.name}{' '}
              {holiday.isHalf && (
                <Badge>
                  {holiday.isAfternoon ? say('holidays.halfAfternoon') : say('holidays.halfMorning')}
                </Badge>
              )}
            </li>
          ))}
      </ul>
    </>
  );
}
