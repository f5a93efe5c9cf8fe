/** spec §2 Employee Dashboard. */
import { useDeferredValue } from 'react';
import type { User } from '#contract/records';
import { useTitle } from '#web/browser/title.ts';
import { DefaultsNote } from '#web/frame/defaults-note.tsx';
import { Frame } from '#web/frame/frame.tsx';
import { RetryBanner } from '#web/ui/banner.tsx';
import { useClock } from './use-clock.ts';
import { ClockWidget } from './clock-widget.tsx';
import { Summary } from './summary.tsx';
import { Timesheet } from './timesheet.tsx';
import { TodaysActivity } from './todays-activity.tsx';
import { Workday } from './workday.tsx';

export default function EmployeeDashboard({ user }: { user: User }) {
  useTitle('Clock');
  return (
    <Frame user={user}>
      <Day user={user} />
    </Frame>
  );
}

function Day({ user }: { user: User }) {
  const { clock, query } = useClock();
  // What people come for is drawn first, and answers presses first; the rest right after it.
  const rest = useDeferredValue(clock, null);
  return (
    <>
      {!clock && (
        <div role="alert">
          {query.error && <LoadFailure reason={query.error.message} onRetry={() => void query.refetch()} />}
        </div>
      )}
      <Workday
        note={
          clock?.view.settingsLoaded === false && (
            <DefaultsNote onRetry={() => void query.refetch()}>What you record is safe.</DefaultsNote>
          )
        }
        {...(clock && { clock: <ClockWidget clock={clock} /> })}
        {...(rest && {
          today: <TodaysActivity clock={rest} />,
          summary: <Summary clock={rest} />,
          timesheet: <Timesheet name={user.name} today={rest.today} />,
        })}
      />
    </>
  );
}

/** None of the clock's data could be loaded, nor the settings (spec §8). */
const LoadFailure = ({ reason, onRetry }: { reason: string; onRetry: () => void }) => (
  <div className="mb-4">
    <RetryBanner title="Error Loading Settings" onRetry={onRetry}>
      <span className="block">Failed to load settings</span>
      <span className="block">
        {reason} It is also tried again by itself. What you have recorded is safe.
      </span>
    </RetryBanner>
  </div>
);
