/** The button that leads to the OpenID Connect provider, and the result of a sign-in there. */
import { say, type PlainKey } from '#texts/say';
import { useState } from 'react';
import type { SecondStep as Question } from '#contract/accounts/accounts';
import { CONNECT_OUTCOME, SINGLE_SIGN_ON_FRAGMENT } from '#contract/accounts/single-sign-on';
import { call, pathOf } from '#web/api.ts';
import { replacePath, openOver, usePlace } from '#web/browser/navigation.ts';
import { applyAndBroadcast } from '#web/session/auth.ts';
import { OwnPasswordDialog } from '#web/session/confirm-identity.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogBody } from '#web/ui/dialog.tsx';
import SecondStep from './second-step.tsx';

/** Outcomes that the server writes into the address. */
const OUTCOMES: Readonly<Record<string, PlainKey>> = {
  account_disabled: 'problem.account_disabled',
  account_awaits_approval: 'problem.account_awaits_approval',
  sign_in_failed: 'problem.sign_in_failed',
  sign_in_expired: 'problem.sign_in_expired',
  sign_in_unreachable: 'problem.sign_in_unreachable',
  sign_in_unverified: 'problem.sign_in_unverified',
  registration_closed: 'problem.registration_closed',
  invitation_invalid: 'problem.invitation_invalid',
  registration_too_many: 'problem.registration_too_many',
};

/** @param code any text, since it comes from the address */
const outcomeText = (code: string): string =>
  say((Object.hasOwn(OUTCOMES, code) && OUTCOMES[code]) || 'problem.sign_in_unfinished');

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
      {isAlone && <h1 className="text-center text-xl font-semibold">{say('login.title')}</h1>}
      <Problem
        text={outcome === undefined || outcome === CONNECT_OUTCOME ? null : outcomeText(outcome)}
        className="empty:-mb-4"
      />
      <Button
        look={isAlone ? 'primary' : 'secondary'}
        className="w-full"
        onClick={() => location.assign(pathOf('startSingleSignOn', { invitation }))}
      >
        {say('singleSignOn.signInWith', { name })}
      </Button>
      {isAlone && (
        <Button look="quiet" size="inline" onClick={() => openOver('password')}>
          {say('singleSignOn.localAdmin')}
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
      <Dialog title={say('singleSignOn.connectTitle')} onClose={close}>
        <DialogBody>
          <SecondStep question={step} isConnecting onLeave={close} />
        </DialogBody>
      </Dialog>
    );
  return (
    <OwnPasswordDialog
      title={say('singleSignOn.connectTitle')}
      submit={say('singleSignOn.connect')}
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
      <p>{say('singleSignOn.connectExplanation', { name })}</p>
      <p className="text-muted">{say('singleSignOn.noPassword')}</p>
    </OwnPasswordDialog>
  );
}
