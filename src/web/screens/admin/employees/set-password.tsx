/** 'Set a new password' [D3.20]: a temporary one for somebody who cannot sign in, to be handed on. */
import { useRef, useState } from 'react';
import type { User } from '#contract/records';
import type { OutputOf } from '#contract/routes';
import { PersonName } from '#web/frame/which-person.tsx';
import { useConfirmation } from '#web/session/confirm-identity.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { useSubmission } from '#web/forms/use-submission.ts';
import { TemporaryPassword } from './temporary-password.tsx';

interface SetPasswordProps {
  user: User;
  onCancel: () => void;
  onClose: () => void;
}

export function SetPassword({ user, onCancel, onClose }: SetPasswordProps) {
  const [given, setGiven] = useState<OutputOf<'giveTemporaryPassword'> | null>(null);
  const { callConfirmed, dialog } = useConfirmation();
  const form = useRef<HTMLFormElement>(null);
  const { submit, problem, isSubmitting } = useSubmission<never>(form);
  const send = async () => {
    const answer = await callConfirmed('giveTemporaryPassword', { id: user.id });
    if (!answer.ok) return { problem: answer.failure.message };
    setGiven(answer.value);
    return undefined;
  };
  if (given)
    return <TemporaryPassword title={`${user.name} has a new password.`} given={given} onClose={onClose} />;
  return (
    <>
      <DialogForm
        form={form}
        problem={problem}
        submit="Set a new password"
        isSubmitting={isSubmitting}
        onSubmit={() => void submit({}, send)}
        onCancel={onCancel}
      >
        <p>
          <PersonName person={user} /> gets a temporary password, which is shown to you once, and is signed
          out everywhere. The password used so far no longer works.
        </p>
      </DialogForm>
      {dialog}
    </>
  );
}
