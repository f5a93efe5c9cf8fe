import { useQueryClient } from '@tanstack/react-query';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { OwnSecurity } from '#contract/security-log';
import { call } from '#web/api.ts';
import { useSubmission } from '#web/forms/use-submission.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { momentText, deviceAndNetworkText } from './event-row.tsx';

const EVERYWHERE_ELSE = 'everywhere else';

export function SessionsCard({ security: { sessions, timeZone } }: { security: OwnSecurity }) {
  const client = useQueryClient();
  const { problem, isSubmitting, submit } = useSubmission<never>();
  const [ended, setEnded] = useState('');
  const [done, setDone] = useState('');
  const end = (id: string) =>
    submit({}, async () => {
      setEnded(id);
      setDone('');
      const isAll = id === EVERYWHERE_ELSE;
      const answer = await call('endSessions', isAll ? {} : { id });
      if (!answer.ok) return { problem: answer.failure.message };
      await client.invalidateQueries({ queryKey: ['ownSecurity'] });
      setDone(isAll ? 'You are signed out everywhere else.' : 'That browser is signed out.');
      return undefined;
    });
  return (
    <TitledCard
      title="Where you are signed in"
      aside={
        sessions.length > 1 && (
          <Button
            size="small"
            icon={<LogOut size={16} />}
            isBusy={isSubmitting && ended === EVERYWHERE_ELSE}
            onClick={() => void end(EVERYWHERE_ELSE)}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      <ul aria-label="Where you are signed in" className="mt-1 divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            zone={timeZone}
            isEnding={isSubmitting && ended === session.id}
            onEnd={() => void end(session.id)}
          />
        ))}
      </ul>
      <p role="status" className="text-sm text-muted empty:hidden">
        {done}
      </p>
      <Problem title="You could not be signed out there." text={problem} />
    </TitledCard>
  );
}

interface SessionRowProps {
  session: OwnSecurity['sessions'][number];
  zone: string;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, zone, isEnding, onEnd }: SessionRowProps) {
  const { device, network, lastSeenAt, signedInAt, isThis } = session;
  const Icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon aria-hidden size={20} className="shrink-0 text-muted" />
      <div className="min-w-0 grow text-sm">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
          {device || deviceAndNetworkText(session)}
          {isThis && <Badge tone="accent">This browser</Badge>}
        </p>
        <p className="text-muted wrap-anywhere">
          {network !== '' && `${network}. `}
          {isThis ? `Signed in ${momentText(signedInAt, zone)}` : `Last used ${momentText(lastSeenAt, zone)}`}
        </p>
      </div>
      {!isThis && (
        <Button
          size="small"
          className="shrink-0 whitespace-nowrap"
          isBusy={isEnding}
          onClick={onEnd}
          aria-label={`Sign out ${deviceAndNetworkText(session)}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
