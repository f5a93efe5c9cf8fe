import { say } from '#texts/say';
import { Download } from 'lucide-react';
import { closeOver, useOpened, openOver } from '#web/browser/navigation.ts';
import { downloadText } from '#web/browser/download.ts';
import { loadSession } from '#web/session/auth.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { CloseButton, Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactors } from '#contract/security/second-factor';
import { useRouteQuery } from '#web/live/use-live-query.ts';

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
    <Dialog title={say('recoveryCodes.yours')} onClose={close}>
      <DialogBody>
        <p>{say('recoveryCodes.text')}</p>
        <ul
          aria-label={say('recoveryCodes.title')}
          className="grid gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-3 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <CopyButton text={text} label={say('recoveryCodes.copy')} size="normal" />
          <Button
            icon={<Download size={16} />}
            onClick={() => downloadText('punctual-recovery-codes.txt', `${text}\n`, 'text/plain')}
          >
            {say('common.download')}
          </Button>
        </div>
      </DialogBody>
      <DialogActions>
        <CloseButton label={say('recoveryCodes.kept')} onClose={close} />
      </DialogActions>
    </Dialog>
  );
}

/** The cards of app and passkeys share this query. It is fetched again each time the screen opens. */
export const useSecondFactors = () => useRouteQuery('secondFactors', undefined, { gcTime: 0 });

/** Returns a function that applies new second factors to cards and session. Shows new recovery codes once. */
export function useFactorChange() {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const applyFactors = (factors: SecondFactors): void => {
    client.setQueryData(['secondFactors'], factors);
    setCodes(factors.recoveryCodes);
    // Show the codes first: loading the session closes the screen that requires a factor.
    if (factors.recoveryCodes) openOver('recovery-codes');
    else void loadSession();
  };
  return { onFactorsChanged: applyFactors, codes };
}
