import { CalendarHeart, Plus } from 'lucide-react';
import { useState } from 'react';
import type { HolidaysView } from '#contract/holidays';
import { formatDate } from '#domain/time/format';
import { weekdayOf } from '#domain/time/workplace-day';
import { useHolidays } from '#web/screens/admin/use-settings.ts';
import { weekdayName } from '#web/time/weekday.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { EditableCard } from './editable-card.tsx';
import type { HolidayList } from './holiday-days.tsx';
import { HolidaysForm } from './holidays-form.tsx';

const yearOf = (day: string): string => day.slice(0, 4);

/** Asks for the next year from November on. */
function lacksNextYear({ today, holidays }: HolidaysView): boolean {
  const next = String(Number(yearOf(today)) + 1);
  return today.slice(5) >= '11-01' && !holidays.some(({ day }) => yearOf(day) === next);
}

const recordOf = ({ region, holidays }: HolidaysView): HolidayList => ({ region, holidays });

const HolidaysCard = () => (
  <EditableCard
    title="Public Holidays"
    what="holidays"
    query={useHolidays()}
    recordOf={recordOf}
    renderList={(view) => (view.holidays.length > 0 ? <List view={view} /> : undefined)}
    renderEmpty={(edit) => (
      <Empty
        icon={<CalendarHeart size={24} />}
        title="No holidays yet"
        action={
          <Button icon={<Plus size={18} />} onClick={() => edit()}>
            Choose holidays
          </Button>
        }
      >
        On a public holiday nobody is missing, late or absent.
      </Empty>
    )}
    renderForm={(props) => <HolidaysForm {...props} />}
  />
);
export default HolidaysCard;

function List({ view }: { view: HolidaysView }) {
  const { holidays, today } = view;
  const years = [...new Set(holidays.map(({ day }) => yearOf(day)))];
  const [chosen, setYear] = useState(yearOf(today));
  const year = years.includes(chosen) ? chosen : (years.at(-1) ?? chosen);
  return (
    <>
      {lacksNextYear(view) && (
        <p className="text-sm font-semibold">
          {Number(yearOf(today)) + 1} has no holidays yet. Add them with 'Edit holidays'.
        </p>
      )}
      {years.length > 1 && (
        <div className="justify-self-start">
          <PickField label="Year" options={years} value={year} onChange={setYear} />
        </div>
      )}
      <ul className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2 lg:grid-cols-3">
        {holidays
          .filter(({ day }) => yearOf(day) === year)
          .map(({ day, name, isHalf }) => (
            <li key={day} className="wrap-anywhere">
              <span className="text-muted tabular-nums">
                {weekdayName(weekdayOf(day))}, {formatDate(day, 'UTC')}
              </span>{' '}
              {name} {isHalf && <Badge>Half day</Badge>}
            </li>
          ))}
      </ul>
    </>
  );
}
