import { say } from '#texts/say';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarDays, LogOut, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { OwnSecurity } from '#contract/security/log';
import { CALENDAR_NAMES } from '#domain/leave/leave-text';
import { call, type Answer } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { momentText, deviceAndNetworkText } from './event-row.tsx';

const EVERYWHERE_ELSE = 'everywhere else';

export function SessionsCard({ security }: { security: OwnSecurity }) {
  const { sessions, calendarAddresses, timeZone } = security;
  const client = useQueryClient();
  const { problem, underWay, run } = useForm();
  const [done, setDone] = useState('');
  const end = (what: string, send: () => Promise<Answer<unknown>>, doneText: string) =>
    void run(async () => {
      setDone('');
      const answer = await send();
      if (!answer.ok) return answer;
      await client.invalidateQueries({ queryKey: ['ownSecurity'] });
      setDone(doneText);
      return undefined;
    }, what);
  const endAll = () =>
    end(EVERYWHERE_ELSE, () => call('endSessions', {}), say('sessions.signedOutElsewhere'));
  return (
    <TitledCard
      title={say('sessions.title')}
      aside={
        sessions.length + calendarAddresses.length > 1 && (
          <Button
            size="small"
            icon={<LogOut size={16} />}
            isBusy={underWay === EVERYWHERE_ELSE}
            onClick={endAll}
          >
            {say('sessions.signOutElsewhere')}
          </Button>
        )
      }
    >
      <ul aria-label={say('sessions.title')} className="mt-1 divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            zone={timeZone}
            isEnding={underWay === session.id}
            onEnd={() =>
              end(session.id, () => call('endSessions', { id: session.id }), say('sessions.signedOut'))
            }
          />
        ))}
      </ul>
      <ul
        aria-label={say('sessions.calendarLinks')}
        className="divide-y divide-line border-t border-line empty:hidden"
      >
        {calendarAddresses.map(({ scope, madeAt }) => (
          <li key={scope} className="flex items-center gap-3 py-3">
            <CalendarDays aria-hidden size={20} className="shrink-0 text-muted" />
            <p className="min-w-0 grow text-sm text-muted">
              <strong className="block font-semibold text-ink">
                {say('sessions.calendarLink', { scope: CALENDAR_NAMES[scope] })}
              </strong>
              {say('sessions.made', { moment: momentText(madeAt, timeZone) })}
            </p>
            <Button
              size="small"
              isBusy={underWay === scope}
              onClick={() => end(scope, () => call('endCalendarAddress', { scope }), say('sessions.linkOff'))}
              aria-label={say('sessions.endLink', { scope: CALENDAR_NAMES[scope] })}
            >
              {say('sessions.end')}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-muted empty:hidden">
        {done}
      </p>
      <Problem title={say('sessions.notEnded')} text={problem} />
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
          {isThis && <Badge tone="accent">{say('sessions.thisBrowser')}</Badge>}
        </p>
        <p className="text-muted wrap-anywhere">
          {network !== '' && `${network}. `}
          {isThis
            ? say('sessions.signedIn', { moment: momentText(signedInAt, zone) })
            : say('sessions.lastUsed', { moment: momentText(lastSeenAt, zone) })}
        </p>
      </div>
      {!isThis && (
        <Button
          size="small"
          className="shrink-0 whitespace-nowrap"
          isBusy={isEnding}
          onClick={onEnd}
          aria-label={say('sessions.signOutNamed', { session: deviceAndNetworkText(session) })}
        >
          {say('sessions.signOut')}
        </Button>
      )}
    </li>
  );
}
