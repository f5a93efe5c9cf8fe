import { say } from '#texts/say';
import { CalendarCheck, ChevronLeft, ChevronRight, Download, Plus } from 'lucide-react';
import {
  type ComponentProps,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
  type ReactNode,
} from 'react';
import { formatDayRange } from '#domain/time/format';
import { workedMinutes } from '#domain/entry/time-entry';
import { addDays } from '#domain/time/workplace-day';
import { openOver } from '#web/browser/navigation.ts';
import { downloadText } from '#web/browser/download.ts';
import { LiveFailure } from '#web/live/live-strip.tsx';
import { SecondsLine, useSecondsToggle } from '#web/frame/seconds.tsx';
import { LiveText } from '#web/time/use-now.tsx';
import { noteExportFailure } from '#web/live/failure-reports.ts';
import { RetryBanner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Menu, type MenuChoice, type MenuItem } from '#web/ui/menu.tsx';
import { SegmentedBar } from '#web/ui/segmented.tsx';
import { DAY_CELLS, Loading, SkeletonRows } from '#web/ui/skeleton.tsx';
import { lockReason } from '#web/corrections/correct.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import type { Clock } from '#web/clock/clock-view.ts';
import { useCorrectionDialog } from '#web/corrections/use-correcting.tsx';
import { BalanceOf, DueOf, TimesheetDays } from './timesheet-bars.tsx';
import { breakTotal, workedTotal } from './timesheet-view.ts';
import { useLanguage } from '#web/browser/language.ts';
import { usePeriodNavigation, useTimesheet, type PeriodNavigation } from './use-timesheet.ts';

/** Preloaded, so that the download also works offline. */
const importCsvCode = () => import('#contract/corrections/csv');
const PRELOAD_DELAY_MS = 1000;

const WORDS = {
  week: {
    option: 'timesheet.weeks',
    present: 'timesheet.thisWeek',
    previous: 'timesheet.previousWeek',
    next: 'timesheet.nextWeek',
    noneYet: 'timesheet.noneThisWeek',
    none: 'timesheet.noneInWeek',
  },
  month: {
    option: 'timesheet.months',
    present: 'timesheet.thisMonth',
    previous: 'timesheet.previousMonth',
    next: 'timesheet.nextMonth',
    noneYet: 'timesheet.noneThisMonth',
    none: 'timesheet.noneInMonth',
  },
} as const;

const periodOptions = () =>
  (['week', 'month'] as const).map((name) => ({ name, label: say(WORDS[name].option) }));

export default memo(function Timesheet({ name, clock }: { name: string; clock: Clock }) {
  useLanguage();
  const { today, view } = clock;
  const earliest = addDays(today, -view.settings.correctionDays);
  const navigation = usePeriodNavigation(today);
  // The buttons respond at once; the entries are redrawn later.
  const at = useDeferredValue(navigation.at);
  const { sheet, query } = useTimesheet(at.range, clock);
  const drawn = useDeferredValue(sheet);
  const [exportFailed, setExportFailed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void importCsvCode().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const save = useCallback(() => {
    setExportFailed(false);
    if (!sheet) return;
    const rows = sheet.days.flatMap((day) => day.rows);
    importCsvCode()
      .then(({ correctedCsv, timesheetFileName }) =>
        downloadText(timesheetFileName(name), correctedCsv(rows, sheet.zone), 'text/csv'),
      )
      .catch((error: unknown) => {
        console.error(error);
        noteExportFailure(error);
        setExportFailed(true);
      });
  }, [sheet, name]);
  const isPhone = usePhone();
  const { period, range, isPresent } = navigation.at;
  const words = WORDS[period];
  const lastDay = isPresent ? today : range.last;
  const choice = sheet && ([lastDay, sheet.closed, earliest, sheet.zone, today] as const);
  const { correct, move, addMissed, dialog } = useCorrectionDialog(
    sheet?.days ?? [],
    sheet?.zone ?? '',
    choice,
  );
  const add =
    choice && lockReason(choice) === null
      ? { label: say('timesheet.addEntry'), icon: <Plus size={16} />, choose: () => addMissed(lastDay) }
      : null;
  const buttons: MenuItem[] = [
    ...(isPresent
      ? []
      : [
          {
            label: say(words.present),
            icon: <ChevronRight size={16} />,
            choose: navigation.goToCurrentPeriod,
          },
        ]),
    // Without entries it stands in their place.
    ...(add && sheet && sheet.days.length > 0 ? [add] : []),
  ];
  const actions: MenuItem[] = [
    ...(sheet?.days.some(({ rows }) => rows.length > 0)
      ? [
          { label: say('timesheet.downloadCsv'), icon: <Download size={16} />, choose: save },
          {
            label: say('timesheet.print'),
            icon: <Download size={16} />,
            // Prints after the menu has closed.
            choose: () => setTimeout(print),
          },
        ]
      : []),
    {
      label: say('timesheet.payPeriods'),
      icon: <CalendarCheck size={16} />,
      choose: () => openOver('periods'),
    },
  ];
  return (
    <Card hasPopup={isPhone} aria-labelledby="my-timesheet" className="pt-4 sm:pt-6">
      <div className="flex flex-col gap-3 px-4 sm:px-6">
        <div className="max-sm:sr-only">
          <CardTitle
            id="my-timesheet"
            aside={
              isPhone || (
                <SegmentedBar
                  label={say('timesheet.by')}
                  options={periodOptions()}
                  chosen={period}
                  onChoose={navigation.choose}
                />
              )
            }
          >
            <span className="print:hidden">{say('timesheet.title')}</span>
            <span className="hidden print:inline">{say('timesheet.titleOf', { name })}</span>
          </CardTitle>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-[22rem]:gap-1">
          <PeriodSteps {...navigation} />
          <div className="flex flex-wrap items-center justify-end gap-2 sm:ms-auto">
            {!isPhone &&
              buttons.map(({ label, icon, choose }) => (
                <Button key={label} size="small" icon={icon} onClick={choose}>
                  {label}
                </Button>
              ))}
            <Menu
              label={say('timesheet.actions')}
              button={<span className="font-semibold">{say('timesheet.more')}</span>}
              heading={<span className="font-semibold">{say('timesheet.title')}</span>}
              items={isPhone ? [byChoice(navigation), ...buttons, ...actions] : actions}
            />
          </div>
        </div>
        <LiveFailure title={say('timesheet.notLoaded')} query={query} isStale />
        <div role="alert" className="empty:hidden">
          {exportFailed && (
            <RetryBanner title={say('timesheet.noFile')} onRetry={save}>
              {say('timesheet.entriesSafe')}
            </RetryBanner>
          )}
        </div>
      </div>
      <div className="mt-4">
        {sheet && drawn?.range === sheet.range && drawn.days.length === 0 ? (
          <div className="border-t border-line px-4 py-2 sm:px-6">
            <Empty
              isSmall
              icon={<CalendarCheck size={24} />}
              title={say(isPresent ? words.noneYet : words.none)}
              action={
                <Button size="small" icon={add?.icon} onClick={add?.choose ?? navigation.previous}>
                  {add?.label ?? say(words.previous)}
                </Button>
              }
            />
          </div>
        ) : sheet && drawn?.range === sheet.range ? (
          <TimesheetBody
            sheet={drawn}
            today={today}
            earliest={earliest}
            onCorrect={correct}
            onMove={move}
            onAdd={addMissed}
          />
        ) : (
          (sheet || query.isPending) && (
            <div className="min-h-40 border-t border-line">
              <SkeletonRows cells={DAY_CELLS} className="min-h-12 px-4 sm:px-6" />
              <Loading what={say('timesheet.loading')} />
            </div>
          )
        )}
      </div>
      {dialog}
    </Card>
  );
});

const byChoice = ({ at, choose }: PeriodNavigation): MenuChoice => ({
  label: say('timesheet.by'),
  options: periodOptions().map(({ name, label }) => ({
    label,
    icon: null,
    isChosen: name === at.period,
    choose: () => choose(name),
  })),
});

function PeriodSteps({ at: { period, range, isPresent }, previous, next }: PeriodNavigation) {
  const step = (label: string, icon: ReactNode, go: () => void, resting = false) => (
    <Button size="square" aria-label={label} icon={icon} isBlocked={resting} onClick={go} />
  );
  return (
    <>
      {step(say(WORDS[period].previous), <ChevronLeft size={20} />, previous)}
      <p
        aria-live="polite"
        className="flex-1 text-center text-sm font-semibold text-balance tabular-nums max-[22rem]:text-xs sm:flex-none sm:text-base sm:whitespace-nowrap"
      >
        {formatDayRange(range.first, range.last)}
      </p>
      {step(say(WORDS[period].next), <ChevronRight size={20} />, next, isPresent)}
    </>
  );
}

type SheetProps = Omit<ComponentProps<typeof TimesheetDays>, 'format' | 'children'>;

const TimesheetBody = memo(function Sheet({ sheet, ...rest }: SheetProps) {
  useLanguage();
  const { entries, days } = sheet;
  const seconds = useSecondsToggle();
  return (
    <>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line px-4 py-3 text-sm tabular-nums sm:px-6">
        <Figure name={say('common.total')}>
          <span>
            <LiveText of={(now) => seconds.format(workedTotal(entries, now))} />
          </span>
          <DueOf sheet={sheet} />
        </Figure>
        <Figure name={say('entry.breaks')}>
          <LiveText of={(now) => seconds.format(breakTotal(entries, now))} />
        </Figure>
        <Figure name={say('timesheet.daysWorked')}>
          {days.filter((day) => day.entries.length > 0).length}
        </Figure>
        <Figure name={say('timesheet.balance')}>
          <BalanceOf sheet={sheet} />
        </Figure>
      </dl>
      <TimesheetDays sheet={sheet} format={seconds.format} {...rest}>
        <SecondsLine
          seconds={seconds}
          rows={(now) => entries.map((entry) => workedMinutes(entry, now))}
          total={(now) => workedTotal(entries, now)}
          className="border-t border-line px-4 py-2 sm:px-6"
        />
      </TimesheetDays>
    </>
  );
});

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-muted">{name}</dt>
    <dd className="text-base font-semibold">{children}</dd>
  </div>
);
