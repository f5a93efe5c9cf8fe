import { History } from 'lucide-react';
import { TitledCard } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Skeletons } from '#web/ui/skeleton.tsx';
import { EventRow } from './event-row.tsx';
import { useOwnSecurity } from './use-own-security.ts';

export function SignInsCard() {
  const { data, isPending, error } = useOwnSecurity();
  if (error && !data) return null;
  return (
    <TitledCard title="Recent sign-ins">
      <p className="mt-1 text-sm text-muted">Something you do not know? Change your password.</p>
      {isPending && (
        <div className="mt-3 grid gap-2">
          <Skeletons count={3} className="h-10" />
        </div>
      )}
      {data?.signIns.length === 0 && (
        <Empty isSmall icon={<History size={24} />} title="No sign-ins yet">
          Your next sign-in is shown here.
        </Empty>
      )}
      <ul aria-label="Recent sign-ins" className="mt-1 divide-y divide-line">
        {data?.signIns.map((signIn) => (
          <EventRow key={signIn.id} event={signIn} zone={data.timeZone} />
        ))}
      </ul>
    </TitledCard>
  );
}
