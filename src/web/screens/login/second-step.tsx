import { say } from '#texts/say';
import { useState } from 'react';
import type { SecondStep as Question } from '#contract/accounts/accounts';
import { AppCode, TRUSTED_DEVICE_DAYS } from '#contract/security/second-factor-forms';
import { call } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { AuthForm, AuthHeading } from '#web/frame/entry-page.tsx';
import { PasskeyButton } from '#web/security/passkey-button.tsx';
import { applyAndBroadcast } from '#web/session/auth.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { TextField } from '#web/ui/field.tsx';

interface SecondStepProps {
  question: Question;
  /** Leads back to the login form, which keeps its input. */
  onLeave: () => void;
  /** True if the sign-in also connects the account with an identity of the OpenID Connect provider. */
  isConnecting?: boolean;
}

export default function SecondStep({ question, onLeave, isConnecting = false }: SecondStepProps) {
  const { challenge, hasApp, passkeys } = question;
  const [isOwnDevice, setOwnDevice] = useState(false);
  const form = useForm({
    schema: AppCode,
    record: { code: '' },
    send: ({ code }) => call('passSecondStep', { challenge, code, isOwnDevice, isConnecting }),
    failureOf: ({ message }) => ({ problem: message, focus: 'code' }),
    onDone: applyAndBroadcast,
  });
  return (
    <>
      <AuthHeading>{say('secondStep.title')}</AuthHeading>
      <AuthForm
        form={form}
        submit={say('common.continue')}
        className="mt-4"
        aside={
          <>
            {passkeys.length > 0 && <PasskeyButton step={question} {...{ isOwnDevice, isConnecting }} />}
            <Button look="quiet" onClick={onLeave} disabled={form.isSubmitting}>
              {say('common.backToLogin')}
            </Button>
          </>
        }
      >
        <TextField
          {...form.field('code')}
          label={hasApp ? say('secondStep.code') : say('secondStep.recoveryCode')}
          hint={hasApp ? say('secondStep.codeHint') : undefined}
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
        />
        <CheckField
          label={say('secondStep.ownDevice')}
          hint={say('secondStep.ownDeviceHint', { days: TRUSTED_DEVICE_DAYS })}
          checked={isOwnDevice}
          onChange={setOwnDevice}
        />
      </AuthForm>
    </>
  );
}
