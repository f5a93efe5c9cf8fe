import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { AuthHeading, AuthPage } from '#web/frame/entry-page.tsx';
import { useTitle } from '#web/session/workplace.ts';
import { newQueryClient } from '#web/live/use-live-query.ts';
import { AppCard } from '#web/security/app-card.tsx';
import { PasskeysCard } from '#web/security/passkeys-card.tsx';
import { useSecondFactors } from '#web/security/recovery-codes.tsx';
import { loadSession, signOut } from '#web/session/auth.ts';
import { Button } from '#web/ui/button.tsx';

/** Shown when the week to set up a second factor is over. */
export default function RequiredFactor() {
  useTitle('Set up a second factor');
  const [client] = useState(newQueryClient);
  return (
    <QueryClientProvider client={client}>
      <AuthPage>
        <AuthHeading>Set up a second factor</AuthHeading>
        <p className="mt-1 text-muted">Your workplace requires one to sign in. One of these is enough.</p>
        <div className="mt-4 flex flex-col gap-4">
          <AppCard />
          <PasskeysCard />
          <Continue />
          <Button look="quiet" onClick={() => void signOut()}>
            Sign Out
          </Button>
        </div>
      </AuthPage>
    </QueryClientProvider>
  );
}

function Continue() {
  const { data } = useSecondFactors();
  const hasOne = data !== undefined && data.factors.length > 0;
  return (
    <Button look="primary" isBlocked={!hasOne} onClick={() => void loadSession()}>
      Continue
    </Button>
  );
}
