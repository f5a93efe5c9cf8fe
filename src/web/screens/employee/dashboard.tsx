/** spec §2 Employee Dashboard. */
import type { User } from '#contract/records';
import { Frame } from '../../frame/frame.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useClock } from './use-clock.ts';
import { ClockWidget } from './clock-widget.tsx';
import { ClockLoading } from './clock-loading.tsx';
import { Summary } from './summary.tsx';
import { TodaysActivity } from './todays-activity.tsx';

export default function EmployeeDashboard({ user }: { user: User }) {
  return (
    <Frame user={user} title="Employee Dashboard" text="Track your time and manage your work schedule efficiently">
      <Workday />
    </Frame>
  );
}

function Workday() {
  const { clock, query } = useClock();
  if (!clock) {
    return (
      <>
        <div role="alert">
          {query.error && <div className="mb-4"><Banner tone="danger" title="Your day could not be loaded." action={<Button size="small" onClick={() => void query.refetch()}>Try again</Button>}>{query.error.message}</Banner></div>}
        </div>
        <ClockLoading />
      </>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[26rem_minmax(0,1fr)] lg:gap-6">
      <ClockWidget clock={clock} />
      <div className="grid gap-4 lg:gap-6">
        <Summary clock={clock} />
        <TodaysActivity clock={clock} />
      </div>
    </div>
  );
}
