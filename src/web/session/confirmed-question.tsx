import type { ComponentProps, ReactNode } from 'react';
import type { Answer } from '#web/api.ts';
import { closeOver } from '#web/browser/navigation.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogForm } from '#web/ui/dialog-form.tsx';
import { useConfirmation, type Confirmation } from './confirm-identity.tsx';

interface ConfirmedQuestionProps<Value> extends Pick<
  ComponentProps<typeof DialogForm>,
  'submit' | 'isDestructive'
> {
  title: string;
  /** The question is open while the address has this segment; `close` removes the segment. */
  segment: string;
  send: (callConfirmed: Confirmation['callConfirmed']) => Promise<Answer<Value>>;
  /** Called after the question has closed. */
  onDone: (value: Value) => void;
  onFailed?: () => void;
  children: ReactNode;
}

/** Asks before a change to an account's access, for example the removal of a second factor. */
export function ConfirmedQuestion<Value>({
  title,
  segment,
  send,
  onDone,
  onFailed,
  children,
  ...button
}: ConfirmedQuestionProps<Value>) {
  const { callConfirmed, dialog } = useConfirmation();
  const close = () => closeOver(segment);
  const form = useForm<object, Value>({
    send: () => send(callConfirmed),
    failureOf: ({ message }) => {
      onFailed?.();
      return { problem: message };
    },
    onDone: (value) => {
      close();
      onDone(value);
    },
  });
  return (
    <Dialog title={title} onClose={close}>
      <DialogForm {...button} form={form}>
        <p>{children}</p>
      </DialogForm>
      {dialog}
    </Dialog>
  );
}
