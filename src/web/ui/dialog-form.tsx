/** A form in a dialog: its fields, what belongs to none of them, and the buttons. */
import { useLayoutEffect, type FormEvent, type ReactNode, type RefObject } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { beginningOf, CancelButton, DialogActions, DialogBody } from './dialog.tsx';

interface DialogFormProps {
  form: {
    readonly ref: RefObject<HTMLFormElement | null>;
    /**
     * What went wrong and belongs to no field. It stands beside the buttons, in sight however far the fields
     * are scrolled.
     */
    readonly problem: string | null;
    /** Asked once more before it is sent. */
    readonly question: string | null;
    readonly isSubmitting: boolean;
  };
  submit: string;
  isDestructive?: boolean;
  /** What it says meanwhile, where that is worth a word of its own. */
  submitting?: string;
  onSubmit: (event: FormEvent) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** Put it into a `Dialog` that knows whether something was typed: 'Cancel' asks first then. */
export function DialogForm({
  form: { ref, problem, question, isSubmitting },
  submit,
  isDestructive = false,
  submitting = submit,
  onSubmit,
  onCancel,
  children,
}: DialogFormProps) {
  // Where the form takes another's place in an open dialog, the button that led to it is gone: a frame later
  // the dialog takes the focus to itself, and with it what is typed meanwhile. So it is taken back, in the
  // same frame.
  useLayoutEffect(() => {
    const begin = () => beginningOf(ref.current)?.focus();
    begin();
    const frame = requestAnimationFrame(() => !ref.current?.contains(document.activeElement) && begin());
    return () => cancelAnimationFrame(frame);
  }, [ref]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isSubmitting) onSubmit(event);
  };
  return (
    <form ref={ref} noValidate onSubmit={send} className="flex min-h-0 grow flex-col">
      <DialogBody>{children}</DialogBody>
      <div role="alert" className="px-4 pb-4 empty:p-0 sm:px-6">
        {problem !== null && <Banner tone="danger" title={problem} />}
        {question !== null && <Banner tone="warning" title={question} />}
      </div>
      <DialogActions>
        <CancelButton onCancel={onCancel} />
        <Button
          // Another button once it asks: the second tap of a double tap is no answer.
          key={question}
          type="submit"
          look={isDestructive ? 'danger' : 'primary'}
          working={isSubmitting}
          resting={isSubmitting}
        >
          {isSubmitting ? submitting : question === null ? submit : 'Yes'}
        </Button>
      </DialogActions>
    </form>
  );
}
