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

export const DISCARD_PASSWORD_WORDS: DiscardWords = {
  title: 'Leave without the password?',
  text: 'It will not be shown again. If it is lost, set another one.',
  keep: 'Stay here',
  discard: 'Leave',
};

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
            Pass this on now. It will not be shown again. The password works for 72 hours and must be changed
            at the first sign-in.
          </Banner>
        </div>
        <dl className="grid gap-3">
          <div>
            <dt className="text-sm text-muted">Address</dt>
            <dd className="wrap-anywhere">{address}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">Email</dt>
            <dd className="wrap-anywhere">{user.email}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">Temporary password</dt>
            <dd className="flex flex-wrap items-center justify-between gap-2">
              <code className="rounded-sm bg-sunken px-2 py-1 text-base wrap-anywhere">
                {temporaryPassword}
              </code>
              <CopyButton text={temporaryPassword} what="the temporary password" />
            </dd>
          </div>
        </dl>
      </DialogBody>
      <DialogActions>
        <CopyButton
          size="normal"
          text={messageFor(user, temporaryPassword, address)}
          label="Copy as a message"
        />
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}

function messageFor({ name, email }: User, temporaryPassword: string, address: string): string {
  const { name: workplaceName } = workplace();
  return [
    `Hello ${firstName(name)},`,
    '',
    `You have an account on ${PRODUCT_NAME}${workplaceName === '' ? '' : ` for ${workplaceName}`}:`,
    '',
    `Address: ${address}`,
    `Email: ${email}`,
    `Temporary password: ${temporaryPassword}`,
    '',
    'Sign in within 72 hours and choose your own password.',
    '',
  ].join('\n');
}
