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
        : { problem: problem ?? 'The code is not there yet.' },
    failureOf: (failure) => ({ ...toSubmitFailure(failure), focus: 'code' }),
    onDone: (factors) => {
      close();
      onAdded(factors);
    },
  });
  return (
    <>
      <FormDialog
        title="Set up an authenticator app"
        form={{ ...form, problem: problem ?? form.problem }}
        submit="Set up"
        onClose={close}
      >
        <p>Scan this with an authenticator app on your phone, then enter the code that it shows.</p>
        <div className="mx-auto w-48">
          {app ? <QrCode text={app.address} label="QR code for the authenticator app" /> : QR_CODE_SKELETON}
        </div>
        <div className="text-sm text-muted">
          {app && (
            <a href={app.address} className="underline">
              Open an app on this device
            </a>
          )}
          <p>Or type this key into the app:</p>
          <p className="flex flex-wrap items-center gap-2">
            <code className="font-mono wrap-anywhere text-ink">
              {app?.secret.replace(/.{4}(?=.)/g, '$& ') ?? '...'}
            </code>
            {app && <CopyButton text={app.secret} what="the key" />}
          </p>
        </div>
        <TextField
          {...form.field('code')}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-begin
        />
      </FormDialog>
      {dialog}
    </>
  );
}
