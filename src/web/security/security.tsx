/** 'Sign-in & security' in the user menu (#security). A dialog over this screen adds a segment to the address. */
import { say } from '#texts/say';
import { History, KeyRound } from 'lucide-react';
import type { OwnSecurity } from '#contract/security/log';
import { closeOver, openOver, usePlace } from '#web/browser/navigation.ts';
import { useTitle } from '#web/session/workplace.ts';
import { useRouteQuery } from '#web/live/use-live-query.ts';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Overlay } from '#web/ui/overlay.tsx';
import { AppCard } from './app-card.tsx';
import { KioskPinCard } from './kiosk-pin-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EventRow } from './event-row.tsx';
import { SessionsCard } from './sessions-card.tsx';

export default function Security() {
  useTitle(say('account.security'), 1);
  const isCovered = usePlace(({ path }) => (path.at(-1) === 'security' ? null : 'covered')) !== null;
  const query = useRouteQuery('ownSecurity', undefined, { gcTime: 0 });
  const { data, isPending } = query;
  return (
    <Overlay title={say('account.security')} isCovered={isCovered} onClose={() => closeOver('security')}>
      <div className="grid gap-4 p-4 sm:px-6">
        <LoadFailure title={say('security.notLoaded')} query={query} isStale={data !== undefined} />
        <TitledCard
          title={say('field.password')}
          aside={
            <Button size="small" icon={<KeyRound size={16} />} onClick={() => openOver('change-password')}>
              {say('account.changePassword')}
            </Button>
          }
        >
          <p className="mt-2 text-sm text-muted">{say('security.passwordText')}</p>
        </TitledCard>
        <AppCard zone={data?.timeZone} />
        <PasskeysCard zone={data?.timeZone} />
        <KioskPinCard zone={data?.timeZone} />
        {isPending && (
          <>
            <Skeleton className="h-40 p-4 sm:p-6">{say('sessions.title')}</Skeleton>
            <Skeleton className="h-40 p-4 sm:p-6">{say('security.recent')}</Skeleton>
          </>
        )}
        {data && <SessionsCard security={data} />}
        {data && <SignInsCard security={data} />}
      </div>
    </Overlay>
  );
}

const SignInsCard = ({ security: { signIns, timeZone } }: { security: OwnSecurity }) => (
  <TitledCard title={say('security.recent')}>
    <p className="mt-1 text-sm text-muted">{say('security.notYours')}</p>
    {signIns.length === 0 && (
      <Empty isSmall icon={<History size={24} />} title={say('security.noneYet')}>
        {say('security.noneYetText')}
      </Empty>
    )}
    <ul aria-label={say('security.recent')} className="mt-1 divide-y divide-line">
      {signIns.map((signIn) => (
        <EventRow key={signIn.id} event={signIn} zone={timeZone} />
      ))}
    </ul>
  </TitledCard>
);
