/** The days, the span and the studio that the calendar shows, as the address has them. */
import { say } from '#texts/say';
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import type { LeaveCalendar } from '#contract/leave/calendar';
import { formatDayRange, formatMonth } from '#domain/time/format';
import type { Day } from '#domain/time/units';
import { addDays, isEnterableDay, monthOf, weekOf } from '#domain/time/workplace-day';
import { setParams, useParams, usePlace } from '#web/browser/navigation.ts';
import { useWorkplace } from '#web/session/workplace.ts';
import { Button } from '#web/ui/button.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { SegmentedBar } from '#web/ui/segmented.tsx';
import { usePhone } from '#web/ui/use-phone.ts';

const SPANS = {
  week: {
    label: 'calendar.week',
    previous: 'calendar.previousWeek',
    next: 'calendar.nextWeek',
    present: 'calendar.thisWeek',
  },
  month: {
    label: 'calendar.month',
    previous: 'calendar.previousMonth',
    next: 'calendar.nextMonth',
    present: 'calendar.thisMonth',
  },
} as const;
type Span = keyof typeof SPANS;
const spanOptions = () =>
  (['week', 'month'] as const).map((name) => ({ name, label: say(SPANS[name].label) }));

export const rangeText = ({ first, last }: Pick<LeaveCalendar, 'first' | 'last'>): string =>
  monthOf(first).last === last && first.endsWith('-01') ? formatMonth(first) : formatDayRange(first, last);

/** The state in the URL. `day` is undefined for the current week or month. */
export function useWanted(isAdmin: boolean) {
  const params = useParams('span', 'studio', 'page');
  const day = usePlace(({ params: { day: text = '' } }) => (isEnterableDay(text) ? text : undefined));
  const isTeam = usePlace(({ path }) => (isAdmin || path.includes('team') ? 'yes' : '')) === 'yes';
  const span: Span = params.span === 'week' || (isTeam && params.span !== 'month') ? 'week' : 'month';
  const page = Math.trunc(Number(params.page ?? 0)) || 0;
  return { isTeam, span, day, studio: params.studio, page: Math.max(0, page) };
}
export type Wanted = ReturnType<typeof useWanted>;

interface ToolbarProps {
  view: Pick<LeaveCalendar, 'today' | 'studios'>;
  wanted: Wanted;
}

export function Toolbar({ view: { today, studios }, wanted }: ToolbarProps) {
  const isPhone = usePhone();
  const { firstWeekday } = useWorkplace();
  const { isTeam, studio } = wanted;
  const all = say('calendar.all');
  const span = isPhone ? (isTeam ? 'week' : 'month') : wanted.span;
  const rangeOf = (day: Day) => (span === 'week' ? weekOf(day, firstWeekday) : monthOf(day));
  const current = rangeOf(today);
  const range = rangeOf(wanted.day ?? today);
  const go = (day: Day) => {
    const { first } = rangeOf(day);
    setParams({ day: first === current.first ? undefined : first, page: undefined });
  };
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-6">
      {!isPhone && (
        <SegmentedBar
          label={say('calendar.span')}
          options={spanOptions()}
          chosen={span}
          onChoose={(name) => setParams({ span: name, page: undefined })}
        />
      )}
      <Button
        size="square"
        aria-label={say(SPANS[span].previous)}
        icon={<ChevronLeft size={20} />}
        onClick={() => go(addDays(range.first, -1))}
      />
      <p aria-live="polite" className="grow text-center font-semibold max-sm:basis-0 sm:min-w-44 sm:grow-0">
        {rangeText(range)}
      </p>
      <Button
        size="square"
        aria-label={say(SPANS[span].next)}
        icon={<ChevronRight size={20} />}
        onClick={() => go(addDays(range.last, 1))}
      />
      <div className="flex flex-wrap items-center justify-end gap-2 empty:hidden max-sm:basis-full sm:ms-auto">
        {range.first !== current.first && (
          <Button onClick={() => go(today)}>{say(SPANS[span].present)}</Button>
        )}
        {studios.length > 1 && (
          <PickField
            label={say('calendar.studio')}
            options={[all, ...studios]}
            value={studio ?? all}
            onChange={(name) => setParams({ studio: name === all ? undefined : name, page: undefined })}
          />
        )}
        {!isPhone && (
          <Button icon={<Printer size={16} />} onClick={() => print()}>
            {say('calendar.print')}
          </Button>
        )}
      </div>
    </div>
  );
}
