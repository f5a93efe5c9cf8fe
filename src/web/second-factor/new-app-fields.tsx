import type { AppSecret } from '#contract/second-factor';
import type { FieldOf } from '#web/forms/use-form.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const WAITING = <Skeleton className="aspect-square w-full" />;
const QrCode = onDemand(() => import('#web/ui/qr-code.tsx'), WAITING);

export function NewAppFields({ app, field }: { app: AppSecret | null; field: FieldOf<'code'> }) {
  return (
    <>
      <p>Scan this with an authenticator app on your phone, then enter the code that it shows.</p>
      <div className="mx-auto w-48">
        {app ? <QrCode text={app.address} label="QR code for the authenticator app" /> : WAITING}
      </div>
      <div className="text-sm text-muted">
        {app && (
          <p>
            <a href={app.address} className="underline">
              Open an app on this device
            </a>
          </p>
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
        {...field('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-begin
      />
    </>
  );
}
