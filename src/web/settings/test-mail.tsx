import { useState } from 'react';
import type { OutputOf } from '#contract/routes';
import type { SetUp } from '#contract/installation/set-up';
import { call } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useAuth } from '#web/session/auth.ts';
import { Banner, Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

const MAIL_MESSAGE = `Could you set up email for Punctual (${location.origin})? Start the server with:

SMTP_URL=smtp://user:password@mail.example.com:587
(our mail server, with its user and password)

PUBLIC_URL=https://clock.example.com
(the address people use; links in emails lead there)

Then I can send a test email from Settings.
`;

export function TestMail({ mail: { host, from } }: SetUp) {
  const { user } = useAuth();
  const [sent, setSent] = useState<OutputOf<'sendTestMail'> | null>(null);
  const { run, problem, isSubmitting } = useForm();
  const send = async () => {
    setSent(null);
    const answer = await call('sendTestMail', {});
    if (answer.ok) setSent(answer.value);
    return answer;
  };
  return (
    <div className="grid gap-3">
      {host === null ? (
        <p className="text-sm">
          <span className="font-semibold">Not set up.</span> Emails wait in a folder on the server. Ask the
          person who runs it to set <code>SMTP_URL</code>, for example{' '}
          <code className="wrap-anywhere">smtp://user:password@mail.example.com:587</code>.
        </p>
      ) : (
        <p className="text-sm">
          Emails are sent by <span className="font-semibold wrap-anywhere">{host}</span>, from{' '}
          <span className="wrap-anywhere">{from}</span>.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="small" onClick={() => void run(send)} isBusy={isSubmitting}>
          {isSubmitting ? 'Sending...' : 'Send a test email'}
        </Button>
        <span className="text-sm text-muted wrap-anywhere">to {user?.email}</span>
        {host === null && <CopyButton text={MAIL_MESSAGE} label="Copy a message to them" />}
      </div>
      <div role="status" className="empty:hidden">
        {sent?.by === 'mail' && (
          <Banner tone="success" title={`The mail server accepted an email for ${sent.to}.`}>
            If it does not arrive in a few minutes, check your spam folder, then MAIL_FROM.
          </Banner>
        )}
        {sent?.by === 'outbox' && (
          <Banner tone="warning" title="No email was sent. It is in the outbox folder on the server.">
            The server's log names the file.
          </Banner>
        )}
      </div>
      <Problem title="The test email was not sent." text={problem} />
    </div>
  );
}
