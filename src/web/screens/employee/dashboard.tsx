/** spec §2 Employee Dashboard. */
import type { User } from '#contract/records';
import { DefaultsNote } from '#web/frame/defaults-note.tsx';
import { Frame } from '#web/frame/frame.tsx';
import { RetryBanner } from '#web/ui/banner.tsx';
import { useClock } from './use-clock.ts';
import { ClockWidget } from './clock-widget.tsx';
import { ClockSkeleton } from './clock-skeleton.tsx';
import { Summary } from './summary.tsx';
import { Timesheet } from './timesheet.tsx';
import { TodaysActivity } from './todays-activity.tsx';

export default function EmployeeDashboard({ user }: { user: User }) {
  return (
    <Frame
      user={user}
      title="Employee Dashboard"
      text="Track your time and manage your work schedule efficiently"
    >
      <Workday user={user} />
    </Frame>
  );
}

/**
 * State, elapsed time, action, today, insights, in this order; on a wide screen the insights stand beside.
 */
function Workday({ user }: { user: User }) {
  const { clock, query } = useClock();
  if (!clock) {
    return (
      <>
        <div role="alert">
          {query.error && <LoadFailure reason={query.error.message} onRetry={() => void query.refetch()} />}
        </div>
        <ClockSkeleton />
      </>
    );
  }
  return (
    <div className="grid gap-4 lg:gap-6">
      {!clock.view.settingsLoaded && (
        <DefaultsNote onRetry={() => void query.refetch()}>What you record is safe.</DefaultsNote>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[26rem_minmax(0,1fr)] lg:gap-6">
        <div className="grid grid-cols-1 gap-4 lg:gap-6">
          <ClockWidget clock={clock} />
          <TodaysActivity clock={clock} />
        </div>
        <Summary clock={clock} />
      </div>
      <Timesheet name={user.name} today={clock.today} />
    </div>
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
