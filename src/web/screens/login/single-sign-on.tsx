/** The button that leads to the OpenID Connect provider, and the result of a sign-in there. */
import { useState } from 'react';
import type { SecondStep as Question } from '#contract/accounts/accounts';
import {
  CONNECT_OUTCOME,
  SINGLE_SIGN_ON_FRAGMENT,
  singleSignOnText,
} from '#contract/accounts/single-sign-on';
import { call, pathOf } from '#web/api.ts';
import { replacePath, openOver, usePlace } from '#web/browser/navigation.ts';
import { applyAndBroadcast } from '#web/session/auth.ts';
import { OwnPasswordDialog } from '#web/session/confirm-identity.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogBody } from '#web/ui/dialog.tsx';
import SecondStep from './second-step.tsx';

interface SingleSignOnProps {
  name: string;
  /** True if no password form is shown above this button. */
  isAlone: boolean | undefined;
  invitation: string | undefined;
}

export default function SingleSignOn({ name, isAlone, invitation }: SingleSignOnProps) {
  const outcome = usePlace(({ path: [place, code] }) =>
    place === SINGLE_SIGN_ON_FRAGMENT ? code : undefined,
  );
  return (
    <div className="flex flex-col gap-4 not-first:mt-6">
      {isAlone && <h1 className="text-center text-xl font-semibold">Good to See You!</h1>}
      <Problem
        text={outcome === undefined || outcome === CONNECT_OUTCOME ? null : singleSignOnText(outcome)}
        className="empty:-mb-4"
      />
      <Button
        look={isAlone ? 'primary' : 'secondary'}
        className="w-full"
        onClick={() => location.assign(pathOf('startSingleSignOn', { invitation }))}
      >
        Sign in with {name}
      </Button>
      {isAlone && (
        <Button look="quiet" size="inline" onClick={() => openOver('password')}>
          Sign in as a local administrator
        </Button>
      )}
      {outcome === CONNECT_OUTCOME && <ConnectDialog name={name} />}
    </div>
  );
}

function ConnectDialog({ name }: { name: string }) {
  const [step, setStep] = useState<Question>();
  const close = () => replacePath([]);
  if (step)
    return (
      <Dialog title="Connect your account" onClose={close}>
        <DialogBody>
          <SecondStep question={step} isConnecting onLeave={close} />
        </DialogBody>
      </Dialog>
    );
  return (
    <OwnPasswordDialog
      title="Connect your account"
      submit="Connect"
      send={(typed) => call('connectIdentity', typed)}
      failureOf={({ message }) => ({ problem: message })}
      onDone={(session) => {
        setStep(session.secondStep);
        if (session.secondStep) return;
        close();
        applyAndBroadcast(session);
      }}
      onClose={close}
    >
      <p>
        Your email address already has an account here. Enter its password once. From then on, {name} signs
        you in.
      </p>
      <p className="text-muted">No password? Ask an administrator for a temporary one.</p>
    </OwnPasswordDialog>
  );
}
