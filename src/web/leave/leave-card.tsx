import { say } from '#texts/say';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import { waitingSide } from '#domain/correction/state';
import { openOver } from '#web/browser/navigation.ts';
import { CorrectionOverview } from '#web/corrections/old-and-new.tsx';
import { Allowances } from './allowance.tsx';
import { LeaveDialog, LeaveDot, LeaveList } from './leave-list.tsx';
import { useLeave } from './use-leave.ts';
import { LiveFailure } from '#web/live/live-strip.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import MyDecision from '#web/corrections/my-decision.tsx';

const AddressDialog = onDemand(() => import('#web/leave/calendar/address-dialog.tsx'));

/** `isShared`: true if colleagues see who is away. */
export default function LeaveCard({ zone, isShared }: { zone: string; isShared: boolean }) {
  const query = useLeave();
  const [asked, setAsked] = useState<string | null>(null);
  const [isSubscribing, setSubscribing] = useState(false);
  const { data: view } = query;
  // Requests that an admin must decide. Requests that need the employee's reply have a card of their own.
  const requests = view?.requests.filter(({ state }) => waitingSide(state) === 'admin') ?? [];
  const upcoming = view?.leave.filter(({ last }) => last >= view.today) ?? [];
  return (
    <TitledCard title={say('leave.title')} className="grid min-h-48 content-start gap-3">
      <LiveFailure title={say('leave.notLoaded')} query={query} shape="h-28" />
      {view && (
        <>
          <div id="ask-for-leave" role="group" aria-label={say('leave.ask')} className="flex flex-wrap gap-2">
            {view.kinds
              .filter(({ isRetired }) => !isRetired)
              .map(({ id, name, color }) => (
                <Button
                  key={id}
                  size="small"
                  icon={<LeaveDot color={color} />}
                  className="max-sm:min-h-11"
                  onClick={() => setAsked(id)}
                >
                  {name}
                </Button>
              ))}
          </div>
          <Allowances of={view.allowances} />
          {requests.length + upcoming.length === 0 && (
            <Empty isSmall icon={<CalendarOff size={24} />} title={say('leave.none')}>
              {say('leave.noneText')}
            </Empty>
          )}
          {requests.length > 0 && (
            <ul aria-label={say('leave.requests')} className="divide-y divide-line">
              {requests.map((request) => (
                <li key={request.id} className="py-2">
                  <CorrectionOverview correction={request} side="employee" zone={zone}>
                    <MyDecision correction={request} closed={[]} zone={zone} />
                  </CorrectionOverview>
                </li>
              ))}
            </ul>
          )}
          {upcoming.length > 0 && <LeaveList view={view} leave={upcoming} />}
        </>
      )}
      <div className="-mx-3 flex flex-wrap border-t border-line pt-2 *:px-3">
        {isShared && (
          <Button size="inline" look="quiet" onClick={() => openOver('away')}>
            {say('leave.whoIsOn')}
          </Button>
        )}
        <Button size="inline" look="quiet" onClick={() => setSubscribing(true)}>
          {say('leave.subscribe')}
        </Button>
      </div>
      {isSubscribing && <AddressDialog scope="own" onClose={() => setSubscribing(false)} />}
      {view && asked !== null && <LeaveDialog view={view} kind={asked} onClose={() => setAsked(null)} />}
    </TitledCard>
  );
}
