import { say } from '#texts/say';
import { CalendarCheck } from 'lucide-react';
import type { MyPeriod } from '#contract/periods/periods';
import { formatDate } from '#domain/time/format';
import { payPeriodText } from '#domain/period/pay-period';
import { addDays } from '#domain/time/workplace-day';
import { closeOver } from '#web/browser/navigation.ts';
import { useSecondsToggle } from '#web/frame/seconds.tsx';
import { PeriodBadge } from './period-words.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Overlay } from '#web/ui/overlay.tsx';
import { Skeleton, Skeletons } from '#web/ui/skeleton.tsx';
import type { Clock } from '#web/clock/clock-view.ts';
import { TimesheetDays } from '#web/clock/timesheet/timesheet-bars.tsx';
import { useCorrectionDialog } from '#web/corrections/use-correcting.tsx';
import { useTimesheet } from '#web/clock/timesheet/use-timesheet.ts';
import { OnePeriod } from './one-period.tsx';
import { completedPeriods, useMyPeriods } from './use-my-periods.ts';

export default function PeriodList({ opened, clock }: { opened: string; clock: Clock }) {
  const { zone } = clock;
  const query = useMyPeriods(zone);
  const { data } = query;
  const [running] = data?.periods ?? [];
  const over = data ? completedPeriods(data) : [];
  const chosen = over.find(({ first }) => first === opened);
  if (chosen) return <PeriodDays period={chosen} clock={clock} />;
  return (
    <Overlay title={say('payPeriod.many')} isCovered={false} onClose={() => closeOver(opened)}>
      <LoadFailure title={say('payPeriod.notLoaded')} query={query} className="p-4 sm:px-6" />
      {!data && !query.error && (
        <div className="grid gap-3 p-4 sm:px-6" aria-busy>
          <Skeletons count={3} className="h-28" />
        </div>
      )}
      <ul aria-label={say('payPeriod.many')} className="divide-y divide-line">
        {running?.state === 'running' && (
          <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-4 sm:px-6">
            <span className="font-semibold">{payPeriodText(running)}</span>
            <PeriodBadge state={running.state} reader="employee" />
            <span className="text-sm text-muted">
              {say('payPeriod.until', { day: formatDate(running.last, 'UTC') })}
            </span>
          </li>
        )}
        {over.map((period) => (
          <li key={period.first} className="grid gap-2 px-4 py-4 sm:px-6">
            <OnePeriod period={period} zone={zone} />
          </li>
        ))}
      </ul>
      {data && over.length === 0 && (
        <Empty icon={<CalendarCheck size={24} />} title={say('payPeriod.noneOver')}>
          {say('payPeriod.noneOverText')}
        </Empty>
      )}
    </Overlay>
  );
}

function PeriodDays({ period, clock }: { period: MyPeriod; clock: Clock }) {
  const { zone, today, view } = clock;
  const { sheet, query } = useTimesheet(period, clock);
  const { correct, move, addMissed, dialog } = useCorrectionDialog(sheet?.days ?? [], zone);
  const { format } = useSecondsToggle();
  return (
    <>
      <Overlay
        title={payPeriodText(period)}
        isCovered={dialog !== null}
        onClose={() => closeOver(period.first)}
      >
        <LoadFailure title={say('payPeriod.daysNotLoaded')} query={query} className="p-4 sm:px-6" />
        {sheet ? (
          <TimesheetDays
            sheet={sheet}
            today={today}
            format={format}
            earliest={addDays(today, -view.settings.correctionDays)}
            onCorrect={correct}
            onMove={move}
            onAdd={addMissed}
          />
        ) : (
          !query.error && <Skeleton className="m-4 h-64" />
        )}
        {sheet && (
          <div className="grid gap-2 border-t border-line px-4 py-4 sm:px-6">
            <OnePeriod period={period} zone={zone} isBelowDays />
          </div>
        )}
      </Overlay>
      {dialog}
    </>
  );
}
