import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/records';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import type { LeavingWords } from '#web/ui/discard-question.tsx';

/** Asked of who goes back while one is shown. */
export const UNSEEN_PASSWORD: LeavingWords = {
  title: 'Leave without the password?',
  text: 'It will not be shown again. If it gets lost, you can set another one.',
  keep: 'Stay here',
  discard: 'Leave',
};

/** What is to be handed on to somebody; shown this once. */
export const TemporaryPassword = ({
  title,
  given: { user, temporaryPassword },
  onClose,
}: {
  /** What has been done. */
  title: string;
  given: { readonly user: User; readonly temporaryPassword: string };
  onClose: () => void;
}) => (
  <>
    <DialogBody>
      <div role="status">
        <Banner tone="success" title={title}>
          Please pass this on now: it will not be shown again. The password works for 72 hours and must be
          changed at the first sign-in.
        </Banner>
      </div>
      <dl className="grid gap-3">
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
            <CopyButton text={temporaryPassword} />
          </dd>
        </div>
      </dl>
    </DialogBody>
    <DialogActions>
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </DialogActions>
  </>
);

/** Where the page may not write the clipboard (plain http), the password stands there to be read. */
function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  if (!('clipboard' in navigator)) return null;
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <Button
      size="small"
      icon={isCopied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
      onClick={copy}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}
