/** 'Sign-in & security', from the user menu (#security). What a card opens over it is a further segment of the address. */
import { KeyRound } from 'lucide-react';
import { closeOver, openOver, usePlace } from '#web/browser/navigation.ts';
import { useTitle } from '#web/frame/title.ts';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Overlay } from '#web/ui/overlay.tsx';
import { AppCard } from '#web/second-factor/app-card.tsx';
import { PasskeysCard } from '#web/second-factor/passkeys-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SignInsCard } from './sign-ins-card.tsx';
import { useOwnSecurity } from './use-own-security.ts';

export default function Security() {
  useTitle('Sign-in & security', 1);
  const isCovered = usePlace(({ path }) => (path.at(-1) === 'security' ? null : 'covered')) !== null;
  const query = useOwnSecurity();
  return (
    <Overlay title="Sign-in & security" isCovered={isCovered} onClose={() => closeOver('security')}>
      <div className="grid gap-4 p-4 sm:px-6">
        <LoadFailure
          title="Your browsers and sign-ins could not be loaded."
          query={query}
          isStale={query.data !== undefined}
        />
        <PasswordCard />
        <AppCard />
        <PasskeysCard />
        <SessionsCard />
        <SignInsCard />
      </div>
    </Overlay>
  );
}

function PasswordCard() {
  return (
    <TitledCard
      title="Password"
      aside={
        <Button size="small" icon={<KeyRound size={16} />} onClick={() => openOver('change-password')}>
          Change password
        </Button>
      }
    >
      <p className="mt-2 text-sm text-muted">A new password signs you out everywhere else.</p>
    </TitledCard>
  );
}
