import { Download } from 'lucide-react';
import { closeOver, useOpened } from '#web/browser/navigation.ts';
import { downloadText } from '#web/browser/download.ts';
import { loadSession } from '#web/session/auth.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { CloseButton, Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';

/** Shown once: after a reload the codes are gone, so the dialog stays closed. */
export function RecoveryCodesDialog({ codes }: { codes: readonly string[] | undefined }) {
  const isOpened = useOpened('recovery-codes') !== undefined;
  if (!isOpened || !codes) return null;
  const text = codes.join('\n');
  const close = () => {
    closeOver('recovery-codes');
    void loadSession();
  };
  return (
    <Dialog title="Your recovery codes" onClose={close}>
      <DialogBody>
        <p>
          Keep these recovery codes where only you find them. Each signs you in once, without your app or
          passkey. They are not shown again.
        </p>
        <ul
          aria-label="Recovery codes"
          className="grid gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-3 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={text} label="Copy codes" size="normal" />
          <Button
            icon={<Download size={16} />}
            onClick={() => downloadText('punctual-recovery-codes.txt', `${text}\n`, 'text/plain')}
          >
            Download
          </Button>
        </div>
      </DialogBody>
      <DialogActions>
        <CloseButton label="I have kept them" onClose={close} />
      </DialogActions>
    </Dialog>
  );
}
