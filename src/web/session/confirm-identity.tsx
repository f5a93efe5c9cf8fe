/** 'Confirm it is you' [D3.23]. */
import { useState, type ReactNode } from 'react';
import type { InputOf, OutputOf, RouteName } from '#contract/routes';
import { call, type Answer } from '#web/api.ts';
import { submitFailure } from '#web/forms/submit-failure.ts';
import { useAuth } from './auth.ts';
import { OwnPasswordDialog } from './own-password-dialog.tsx';

export interface Confirming {
  /** Calls the route. If the server asks for the password, calls it again after the password was entered. */
  readonly callConfirmed: <Name extends RouteName>(
    name: Name,
    input: InputOf<Name>,
  ) => Promise<Answer<OutputOf<Name>>>;
  /** Must stay outside the form, since forms do not nest. */
  readonly dialog: ReactNode;
}

export function useConfirmation(): Confirming {
  const [asked, setAsked] = useState<((isConfirmed: boolean) => void) | null>(null);
  return {
    callConfirmed: async (name, input) => {
      const answer = await call(name, input);
      const isAsking =
        !answer.ok && answer.failure.kind === 'refused' && answer.failure.code === 'confirmation_required';
      if (!isAsking) return answer;
      const isConfirmed = await new Promise<boolean>((resolve) => setAsked(() => resolve));
      setAsked(null);
      return isConfirmed ? call(name, input) : answer;
    },
    dialog: asked && <ConfirmDialog onDone={asked} />,
  };
}

function ConfirmDialog({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const email = useAuth().user?.email ?? '';
  return (
    <OwnPasswordDialog
      title="Confirm it is you"
      submit="Confirm"
      send={async (typed) => {
        const answer = await call('confirmIdentity', typed);
        if (!answer.ok) return submitFailure(answer.failure);
        onDone(true);
        return undefined;
      }}
      onClose={() => onDone(false)}
    >
      <p>This changes who can use an account. Enter your own password again.</p>
      <input type="hidden" autoComplete="username" value={email} readOnly />
    </OwnPasswordDialog>
  );
}
