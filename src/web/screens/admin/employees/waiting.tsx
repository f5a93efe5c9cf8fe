/** Registrations that wait for approval. */
import { Check, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { User } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { formatDate, formatTime } from '#domain/time/format';
import { call } from '#web/api.ts';
import { PersonName } from '#web/frame/which-person.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { useApplyEmployee } from './use-employees.ts';

interface WaitingProps {
  people: readonly User[];
  zone: string;
  onDone: (message: string) => void;
}

export function Waiting({ people, zone, onDone }: WaitingProps) {
  const id = useId();
  const apply = useApplyEmployee();
  const [deciding, setDeciding] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const waiting = people.filter(({ awaitsApproval }) => awaitsApproval);
  if (waiting.length === 0) return null;
  const decide = async (user: User, isApproved: boolean) => {
    setDeciding(user.id);
    setProblem(null);
    const answer = await call('decideRegistration', { id: user.id, isApproved });
    setDeciding(null);
    if (!answer.ok) return setProblem(answer.failure.message);
    apply(answer.value.user);
    onDone(isApproved ? `${user.name} can sign in now.` : `${user.name} was declined.`);
  };
  return (
    <Card aria-labelledby={id} className="grid gap-3 border-warning p-4">
      <CardTitle id={id}>Waiting for approval ({waiting.length})</CardTitle>
      <ul className="grid divide-y divide-line">
        {waiting.map((user) => (
          <li key={user.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold wrap-anywhere">
                <PersonName person={user} />
              </p>
              <p className="text-sm text-muted wrap-anywhere">
                {user.email} ·{' '}
                {[user.department, user.hub, user.position].filter((part) => part !== '').join(', ')}
              </p>
              <p className="text-sm text-muted tabular-nums">
                Registered {formatDate(toEpochMs(user.createdAt), zone)},{' '}
                {formatTime(toEpochMs(user.createdAt), zone)}
              </p>
            </div>
            <div className="flex gap-3 max-sm:grow max-sm:*:grow">
              <Button
                size="small"
                look="danger-outline"
                icon={<X size={16} />}
                resting={deciding !== null}
                onClick={() => void decide(user, false)}
              >
                Decline<span className="sr-only"> {user.name}</span>
              </Button>
              <Button
                size="small"
                look="primary"
                icon={<Check size={16} />}
                resting={deciding !== null}
                onClick={() => void decide(user, true)}
              >
                Approve<span className="sr-only"> {user.name}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Problem title="This was not saved." text={problem} />
    </Card>
  );
}
