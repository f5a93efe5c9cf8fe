import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { useState } from 'react';
import type { OutputOf } from '#contract/routes';
import type { SetUp } from '#contract/installation/set-up';
import { call } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useAuth } from '#web/session/auth.ts';
import { Banner, Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

const SMTP_EXAMPLE = 'smtp://user:password@mail.example.com:587';

const mailMessage = (): string =>
  [
    say('mail.question', { address: location.origin }),
    `SMTP_URL=${SMTP_EXAMPLE}\n${say('mail.server')}`,
    `PUBLIC_URL=https://clock.example.com\n${say('mail.address')}`,
    `${say('mail.then')}\n`,
  ].join('\n\n');

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
          <span className="font-semibold">{say('mail.notSetUp')}</span>{' '}
          {richly('mail.ask', {
            name: <code>SMTP_URL</code>,
            example: <code className="wrap-anywhere">{SMTP_EXAMPLE}</code>,
          })}
        </p>
      ) : (
        <p className="text-sm">
          {richly('mail.sentBy', {
            host: <span className="font-semibold wrap-anywhere">{host}</span>,
            from: <span className="wrap-anywhere">{from}</span>,
          })}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="small" onClick={() => void run(send)} isBusy={isSubmitting}>
          {isSubmitting ? say('common.sending') : say('mail.sendTest')}
        </Button>
        <span className="text-sm text-muted wrap-anywhere">
          {say('mail.to', { address: user?.email ?? '' })}
        </span>
        {host === null && <CopyButton text={mailMessage()} label={say('reach.copy')} />}
      </div>
      <div role="status" className="empty:hidden">
        {sent?.by === 'mail' && (
          <Banner tone="success" title={say('mail.accepted', { address: sent.to })}>
            {say('mail.ifNotArrived')}
          </Banner>
        )}
        {sent?.by === 'outbox' && (
          <Banner tone="warning" title={say('mail.inOutbox')}>
            {say('mail.logNames')}
          </Banner>
        )}
      </div>
      <Problem title={say('mail.notSent')} text={problem} />
    </div>
  );
}
