import { say, textTable } from '#texts/say';
import type { User } from '#contract/records';
import type { OutputOf } from '#contract/routes';
import { firstName } from '#domain/people/employee';
import { PRODUCT_NAME } from '#web/product.ts';
import { appAddressOf, useSetUp } from '#web/live/use-settings.ts';
import { workplace } from '#web/session/workplace.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import type { DiscardWords } from '#web/ui/discard-question.tsx';

export const DISCARD_PASSWORD_WORDS: DiscardWords = textTable({
  title: 'temporary.leave',
  text: 'temporary.leaveText',
  keep: 'temporary.stay',
  discard: 'temporary.leaveNow',
});

interface TemporaryPasswordProps {
  title: string;
  given: OutputOf<'giveTemporaryPassword'>;
  onClose: () => void;
}

export function TemporaryPassword({ title, given, onClose }: TemporaryPasswordProps) {
  const { user, temporaryPassword } = given;
  const { data: setUp } = useSetUp();
  const address = setUp ? appAddressOf(setUp) : location.origin;
  return (
    <>
      <DialogBody>
        <div role="status">
          <Banner tone="success" title={title}>
            {say('temporary.passOn')}
          </Banner>
        </div>
        <dl className="grid gap-3">
          <div>
            <dt className="text-sm text-muted">{say('field.address')}</dt>
            <dd className="wrap-anywhere">{address}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{say('field.email')}</dt>
            <dd className="wrap-anywhere">{user.email}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{say('temporary.password')}</dt>
            <dd className="flex flex-wrap items-center justify-between gap-2">
              <code className="rounded-sm bg-sunken px-2 py-1 text-base wrap-anywhere">
                {temporaryPassword}
              </code>
              <CopyButton text={temporaryPassword} name={say('temporary.copy')} />
            </dd>
          </div>
        </dl>
      </DialogBody>
      <DialogActions>
        <CopyButton
          size="normal"
          text={messageFor(user, temporaryPassword, address)}
          label={say('temporary.copyMessage')}
        />
        <Button look="primary" onClick={onClose}>
          {say('common.done')}
        </Button>
      </DialogActions>
    </>
  );
}

function messageFor({ name, email }: User, temporaryPassword: string, address: string): string {
  const { name: at } = workplace();
  const product = PRODUCT_NAME;
  return [
    say('temporary.hello', { name: firstName(name) }),
    '',
    at === ''
      ? say('temporary.account', { product })
      : say('temporary.accountAt', { product, workplace: at }),
    '',
    say('temporary.addressLine', { address }),
    say('temporary.emailLine', { email }),
    say('temporary.passwordLine', { password: temporaryPassword }),
    '',
    say('temporary.signIn'),
    '',
  ].join('\n');
}
