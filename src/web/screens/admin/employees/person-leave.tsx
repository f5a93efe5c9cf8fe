import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/records';
import type { AllowanceAccount } from '#contract/leave';
import { OldAndNew } from '#web/corrections/old-and-new.tsx';
import { Allowances } from '#web/leave/allowance.tsx';
import { LeaveDialog, LeaveList } from '#web/leave/leave-list.tsx';
import { useLeave } from '#web/leave/use-leave.ts';
import { Section } from '#web/screens/admin/section.tsx';
import { Button } from '#web/ui/button.tsx';
import { Unloaded } from '#web/ui/load-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const AllowanceDialog = onDemand(() => import('./allowance-dialog.tsx'));

const SHOWN = 6;

/** The last leave and what is to come, newest first. */
export function PersonLeave({ user, zone }: { user: User; zone: string }) {
  const query = useLeave(user.id);
  const { data: view } = query;
  const [isOpen, setOpen] = useState(false);
  const [changed, setChanged] = useState<AllowanceAccount | null>(null);
  return (
    <Section
      title="Leave"
      aside={
        view && (
          <Button size="small" icon={<Plus size={16} />} onClick={() => setOpen(true)}>
            Enter leave
          </Button>
        )
      }
    >
      <Unloaded title="The leave could not be loaded." query={query} shape="h-10" />
      {view && (
        <Allowances
          of={view.allowances}
          renderAction={(account) => (
            <Button size="small" className="justify-self-start" onClick={() => setChanged(account)}>
              Change allowance<span className="sr-only"> {account.year}</span>
            </Button>
          )}
        />
      )}
      {changed && <AllowanceDialog account={changed} person={user} onClose={() => setChanged(null)} />}
      {view?.requests.map((request) => (
        <div key={request.id} className="py-2">
          <OldAndNew correction={request} side="admin" zone={zone} />
        </div>
      ))}
      {view && view.leave.length + view.requests.length === 0 && (
        <p className="text-sm text-muted">No leave within a year.</p>
      )}
      {view && <LeaveList view={view} person={user} leave={view.leave.slice(-SHOWN).toReversed()} />}
      {view && isOpen && <LeaveDialog view={view} person={user} onClose={() => setOpen(false)} />}
    </Section>
  );
}
