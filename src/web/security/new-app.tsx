import { say } from '#texts/say';
import { useEffect, useState } from 'react';
import type { AppSecret, SecondFactors } from '#contract/security/second-factor';
import { AppCode } from '#contract/security/second-factor-forms';
import { call } from '#web/api.ts';
import { closeOver } from '#web/browser/navigation.ts';
import { toSubmitFailure, useForm } from '#web/forms/use-form.ts';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { FormDialog } from '#web/ui/dialog-form.tsx';
import { TextField } from '#web/ui/field.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const QR_CODE_SKELETON = <Skeleton className="aspect-square w-full" />;
const QrCode = onDemand(() => import('#web/ui/qr-code.tsx'), QR_CODE_SKELETON);

/** Shows the secret for an authenticator app. The person confirms it with a code from the app. */
export function NewApp({ onAdded }: { onAdded: (factors: SecondFactors) => void }) {
  const close = () => closeOver('new-app');
  const { callConfirmed, dialog } = useConfirmation();
  const [app, setApp] = useState<AppSecret | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void call('startApp', {}).then((answer) =>
      answer.ok ? setApp(answer.value) : setProblem(answer.failure.message),
    );
  }, []);
  const form = useForm({
    schema: AppCode,
    record: { code: '' },
    send: async ({ code }) =>
      app
        ? callConfirmed('addApp', { secret: app.secret, code })
        : { problem: problem ?? say('newApp.noCode') },
    failureOf: (failure) => ({ ...toSubmitFailure(failure), focus: 'code' }),
    onDone: (factors) => {
      close();
      onAdded(factors);
    },
  });
  return (
    <>
      <FormDialog
        title={say('newApp.title')}
        form={{ ...form, problem: problem ?? form.problem }}
        submit={say('common.setUp')}
        onClose={close}
      >
        <p>{say('newApp.scan')}</p>
        <div className="mx-auto w-48">
          {app ? <QrCode text={app.address} label={say('newApp.qrCode')} /> : QR_CODE_SKELETON}
        </div>
        <div className="text-sm text-muted">
          {app && (
            <a href={app.address} className="underline">
              {say('newApp.openHere')}
            </a>
          )}
          <p>{say('newApp.orKey')}</p>
          <p className="flex flex-wrap items-center gap-2">
            <code className="font-mono wrap-anywhere text-ink">
              {app?.secret.replace(/.{4}(?=.)/g, '$& ') ?? '...'}
            </code>
            {app && <CopyButton text={app.secret} name={say('newApp.copyKey')} />}
          </p>
        </div>
        <TextField
          {...form.field('code')}
          label={say('secondStep.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-begin
        />
      </FormDialog>
      {dialog}
    </>
  );
}
