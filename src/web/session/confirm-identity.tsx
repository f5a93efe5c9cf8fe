/** 'Confirm it is you': asks for the person's own password before an account's access changes [D3.23]. */
import { useState, type ReactNode } from 'react';
import type { InputOf, OutputOf, RouteName } from '#contract/routes';
import { call, type Answer } from '#web/api.ts';
import { useAuth } from './auth.ts';
import { OwnPasswordDialog } from './own-password-dialog.tsx';

export interface Confirmation {
  /** Calls the route. If the server asks for the password, calls it again after the password was entered. */
  readonly callConfirmed: <Name extends RouteName>(
    name: Name,
    input: InputOf<Name>,
  ) => Promise<Answer<OutputOf<Name>>>;
  /** Must stay outside the form, since forms do not nest. */
  readonly dialog: ReactNode;
}

export function useConfirmation(): Confirmation {
  const [confirm, setConfirm] = useState<((isConfirmed: boolean) => void) | null>(null);
  return {
    callConfirmed: async (name, input) => {
      const answer = await call(name, input);
      const needsConfirmation =
        !answer.ok && answer.failure.kind === 'refused' && answer.failure.code === 'confirmation_required';
      if (!needsConfirmation) return answer;
      const isConfirmed = await new Promise<boolean>((resolve) => setConfirm(() => resolve));
      setConfirm(null);
      return isConfirmed ? call(name, input) : answer;
    },
    dialog: confirm && <ConfirmDialog onDone={confirm} />,
  };
}

function ConfirmDialog({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const email = useAuth().user?.email ?? '';
  return (
    <OwnPasswordDialog
      title="Confirm it is you"
      submit="Confirm"
      send={(typed) => call('confirmIdentity', typed)}
      onDone={() => onDone(true)}
      onClose={() => onDone(false)}
    >
      <p>This changes who has access. Enter your own password again.</p>
      <input type="hidden" autoComplete="username" value={email} readOnly />
    </OwnPasswordDialog>
  );
}
