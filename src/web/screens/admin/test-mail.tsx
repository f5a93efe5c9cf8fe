/** Whether mails are sent, and a test of it. */
import { useState } from 'react';
import type { SetUp } from '#contract/set-up';
import { call } from '#web/api.ts';
import { useAuth } from '#web/session/auth.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

type Outcome = {
  readonly tone: 'success' | 'warning' | 'danger';
  readonly title: string;
  readonly more?: string;
};

export function TestMail({ mail: { host, from } }: SetUp) {
  const { user } = useAuth();
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const send = async () => {
    setSending(true);
    setOutcome(null);
    const answer = await call('sendTestMail', {});
    setSending(false);
    setOutcome(
      answer.ok
        ? outcomeOf(answer.value)
        : { tone: 'danger', title: 'The test mail was not sent.', more: answer.failure.message },
    );
  };
  return (
    <div className="grid gap-3">
      {host === null ? (
        <p className="text-sm">
          <span className="font-semibold">Not set up.</span> Reset links wait in a folder on the server. To
          send them, set <code>SMTP_URL</code> there, for example{' '}
          <code className="wrap-anywhere">smtp://user:password@mail.example.com:587</code>.
        </p>
      ) : (
        <p className="text-sm">
          Emails are sent by <span className="font-semibold wrap-anywhere">{host}</span>, from{' '}
          <span className="wrap-anywhere">{from}</span>.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="small" onClick={() => void send()} working={isSending} resting={isSending}>
          {isSending ? 'Sending...' : 'Send a test email'}
        </Button>
        <span className="text-sm text-muted wrap-anywhere">to {user?.email}</span>
      </div>
      <div role="status" className="empty:hidden">
        {outcome && outcome.tone !== 'danger' && <Told outcome={outcome} />}
      </div>
      <div role="alert" className="empty:hidden">
        {outcome?.tone === 'danger' && <Told outcome={outcome} />}
      </div>
    </div>
  );
}

const Told = ({ outcome: { tone, title, more } }: { outcome: Outcome }) => (
  <Banner tone={tone} title={title}>
    {more}
  </Banner>
);

const outcomeOf = ({ by, to }: { readonly by: 'mail' | 'outbox'; readonly to: string }): Outcome =>
  by === 'mail'
    ? {
        tone: 'success',
        title: `The mail server accepted an email for ${to}.`,
        more: 'If it does not arrive in a few minutes, check your spam folder, then MAIL_FROM.',
      }
    : {
        tone: 'warning',
        title: 'No email was sent. It is in the outbox folder on the server.',
        more: "The server's log names the file.",
      };
