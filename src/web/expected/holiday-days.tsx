import { say } from '#texts/say';
import type { Holiday } from '#domain/time/workplace-day';
import { useState } from 'react';
import type { HolidayProposal, HolidaysView } from '#contract/expected/holidays';
import type { HolidayList } from '#domain/expected/holidays';
import { formatDate } from '#domain/time/format';
import type { FormOf } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { PlainInput } from '#web/ui/field.tsx';
import { weekdayNameOf } from '#domain/time/weekday';

/** The schedule to which the holiday list belongs; null for the workplace's list. */
export type ListOwner = HolidaysView['schedules'][number] | null;

/** Returns the workplace's or the schedule's own list; empty if the schedule has no own list. */
export function holidayListOf(view: HolidaysView, of: ListOwner): HolidayList {
  const schedule = view.schedules.find(({ id }) => id === of?.id);
  const { region, holidays } = schedule ? (schedule.holidays ?? { region: '', holidays: [] }) : view;
  return { region, holidays };
}

export const yearFilter =
  (year: string) =>
  ({ day }: { readonly day: string }): boolean =>
    day.startsWith(`${year}-`);
const compareDays = (one: Holiday, other: Holiday): number => (one.day < other.day ? -1 : 1);

export const withHoliday = (holidays: readonly Holiday[], day: string, next: Holiday | null): Holiday[] =>
  [...holidays.filter((one) => one.day !== day), ...(next ? [next] : [])].toSorted(compareDays);

export const closedPeriodOn = (closed: HolidaysView['closed'], day: string) =>
  closed.find(({ first, last }) => first <= day && day <= last);

const toHoliday = ({ isPublic: _isPublic, ...holiday }: HolidayProposal['holidays'][number]): Holiday =>
  holiday;

/** Adds a region's public holidays, but not in closed periods. Days already in the list do not change. */
export const withProposals = (
  holidays: readonly Holiday[],
  proposed: HolidayProposal['holidays'],
  closed: HolidaysView['closed'],
): Holiday[] => {
  const isNew = ({ day }: Holiday): boolean =>
    !holidays.some((one) => one.day === day) && closedPeriodOn(closed, day) === undefined;
  const added = proposed.filter((one) => one.isPublic && isNew(one));
  return [...holidays, ...added.map(toHoliday)].toSorted(compareDays);
};

interface DaysProps {
  form: FormOf<HolidayList>;
  year: string;
  proposed: HolidayProposal['holidays'];
  closed: HolidaysView['closed'];
}

/** Lists the year's holidays and the region's proposals. A button shows the proposals that are not public holidays. */
export function HolidayDays({ form, year, proposed, closed }: DaysProps) {
  const { holidays } = form.typed;
  const chosen = holidays.filter(yearFilter(year));
  const others = proposed.filter(
    ({ day }) => yearFilter(year)({ day }) && !chosen.some((one) => one.day === day),
  );
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? [] : others.filter(({ isPublic }) => !isPublic);
  const shown = others.filter((one) => !hidden.includes(one));
  const rows = [...chosen, ...shown.map(toHoliday)].toSorted(compareDays);
  const change = (day: string, next: Holiday | null) =>
    form.edit({ holidays: withHoliday(holidays, day, next) });
  return (
    <>
      {rows.length === 0 && <p className="text-sm text-muted">{say('holidays.noneIn', { year })}</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {rows.map((row) => {
          const { day, name, isHalf, isAfternoon = false } = row;
          const isChosen = chosen.includes(row);
          const isClosed = closedPeriodOn(closed, day) !== undefined;
          const date = `${weekdayNameOf(day)}, ${formatDate(day, 'UTC')}`;
          return (
            <li
              key={day}
              className="grid items-center gap-x-3 gap-y-2 py-2 sm:grid-cols-[10rem_minmax(0,1fr)_15rem]"
            >
              <CheckField
                label={date}
                checked={isChosen}
                disabled={isClosed}
                onChange={(checked) => change(day, checked ? row : null)}
              />
              {isChosen ? (
                <PlainInput
                  label={say('holidays.nameOf', { date })}
                  error={undefined}
                  value={name}
                  maxLength={80}
                  disabled={isClosed}
                  onChange={(text) => change(day, { ...row, name: text })}
                />
              ) : (
                <span className="text-sm text-muted wrap-anywhere">{name}</span>
              )}
              {isClosed ? (
                <span className="text-sm text-muted">{say('holidays.closedPeriod')}</span>
              ) : (
                isChosen && (
                  <div className="flex flex-wrap gap-x-4">
                    <CheckField
                      label={<DayLabel text={say('holidays.halfDay')} date={date} />}
                      checked={isHalf}
                      onChange={(checked) => change(day, { day, name, isHalf: checked })}
                    />
                    {isHalf && (
                      <CheckField
                        label={<DayLabel text={say('holidays.afternoonOff')} date={date} />}
                        checked={isAfternoon}
                        onChange={(checked) => change(day, { ...row, isAfternoon: checked })}
                      />
                    )}
                  </div>
                )
              )}
            </li>
          );
        })}
      </ul>
      {hidden.length > 0 && (
        <Button size="small" look="quiet" onClick={() => setWhole(true)} className="justify-self-start">
          {say('holidays.showObservances', { count: hidden.length })}
        </Button>
      )}
    </>
  );
}

const DayLabel = ({ text, date }: { text: string; date: string }) => (
  <>
    {text}
    <span className="sr-only"> {date}</span>
  </>
);
