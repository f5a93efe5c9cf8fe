import { useState } from 'react';
import type { SecondFactors } from '#contract/second-factor';
import { EntryForm, EntryHeading, EntryPage } from '#web/frame/entry-page.tsx';
import { useTitle } from '#web/frame/title.ts';
import { NewAppFields } from '#web/second-factor/new-app-fields.tsx';
import { RecoveryCodes } from '#web/second-factor/recovery-codes.tsx';
import { useNewApp } from '#web/second-factor/use-new-app.ts';
import { loadSession, signOut } from '#web/session/auth.ts';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { Button } from '#web/ui/button.tsx';

/** The week to set up a second factor is over. */
export default function RequiredFactor() {
  useTitle('Set up a second factor');
  const [added, setAdded] = useState<SecondFactors | null>(null);
  const { callConfirmed, dialog } = useConfirmation();
  const { app, form } = useNewApp(callConfirmed, setAdded);
  return (
    <EntryPage>
      <EntryHeading>{added ? 'Your recovery codes' : 'Set up a second factor'}</EntryHeading>
      {added ? (
        <div className="mt-4 flex flex-col gap-4">
          <RecoveryCodes codes={added.recoveryCodes ?? []} />
          <Button look="primary" onClick={() => void loadSession()} className="w-full">
            Continue
          </Button>
        </div>
      ) : (
        <EntryForm
          form={form}
          submit="Continue"
          onSubmit={form.submit}
          isDisabled={app === null}
          className="mt-1"
          aside={
            <Button look="quiet" onClick={() => void signOut()} disabled={form.isSubmitting}>
              Sign Out
            </Button>
          }
        >
          <p className="text-muted">Your workplace requires one. From now on you sign in with a code too.</p>
          <NewAppFields app={app} field={form.field} />
        </EntryForm>
      )}
      {dialog}
    </EntryPage>
  );
}
