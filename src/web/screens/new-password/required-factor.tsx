import { say } from '#texts/say';
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
  useTitle(say('requiredFactor.title'));
  const [client] = useState(newQueryClient);
  return (
    <QueryClientProvider client={client}>
      <AuthPage>
        <AuthHeading>{say('requiredFactor.title')}</AuthHeading>
        <p className="mt-1 text-muted">{say('requiredFactor.explanation')}</p>
        <div className="mt-4 flex flex-col gap-4">
          <AppCard />
          <PasskeysCard />
          <Continue />
          <Button look="quiet" onClick={() => void signOut()}>
            {say('common.signOut')}
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
      {say('common.continue')}
    </Button>
  );
}
