import { CalendarHeart, Pencil, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { HolidaysView } from '#contract/holidays';
import type { Settings } from '#contract/records';
import { formatDate } from '#domain/time/format';
import { weekdayOf } from '#domain/time/workplace-day';
import { useHolidays } from '#web/screens/admin/use-settings.ts';
import { weekdayName } from '#web/time/weekday.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { HolidaysForm } from './holidays-form.tsx';

const yearOf = (day: string): string => day.slice(0, 4);

/** From November on. */
function lacksNextYear({ today, holidays }: HolidaysView): boolean {
  const next = String(Number(yearOf(today)) + 1);
  return today.slice(5) >= '11-01' && !holidays.some(({ day }) => yearOf(day) === next);
}

export function HolidaysCard({ settings }: { settings: Settings }) {
  const id = useId();
  const query = useHolidays();
  const { data: view, isError } = query;
  const [isOpen, setOpen] = useState(false);
  const isEmpty = view?.holidays.length === 0;
  return (
    <Card aria-labelledby={id} className="grid gap-4 p-4 sm:p-6">
      <CardTitle
        id={id}
        aside={
          view &&
          !isOpen &&
          !isEmpty && (
            <Button size="small" icon={<Pencil size={16} />} onClick={() => setOpen(true)}>
              Edit holidays
            </Button>
          )
        }
      >
        Public Holidays
      </CardTitle>
      {!view && !isError && <Skeleton className="h-32" />}
      <LoadFailure title="The holidays could not be loaded." query={query} isShown={!view} />
      {view && !isOpen && !isEmpty && lacksNextYear(view) && (
        <p className="text-sm font-semibold">
          {Number(yearOf(view.today)) + 1} has no holidays yet. Add them with 'Edit holidays'.
        </p>
      )}
      {view && !isOpen && !isEmpty && <List view={view} />}
      {view && !isOpen && isEmpty && (
        <Empty
          icon={<CalendarHeart size={24} />}
          title="No holidays yet"
          action={
            <Button icon={<Plus size={18} />} onClick={() => setOpen(true)}>
              Choose holidays
            </Button>
          }
        >
          On a public holiday nobody is missing, late or absent.
        </Empty>
      )}
      {view && isOpen && <HolidaysForm view={view} settings={settings} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function List({ view: { holidays, today } }: { view: HolidaysView }) {
  const years = [...new Set(holidays.map(({ day }) => yearOf(day)))];
  const [chosen, setYear] = useState(yearOf(today));
  const year = years.includes(chosen) ? chosen : (years.at(-1) ?? chosen);
  return (
    <>
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
