import { say } from '#texts/say';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { CloseButton, Dialog, DialogActions, DialogBody, firstFieldIn } from './dialog.tsx';

interface DialogFormProps {
  form: {
    readonly ref: RefObject<HTMLFormElement | null>;
    /** An error that belongs to no single field; shown next to the buttons. */
    readonly problem: string | null;
    readonly question: string | null;
    readonly isSubmitting: boolean;
    submit(event: FormEvent): void;
  };
  submit: string;
  isDestructive?: boolean;
  submitting?: string;
  /** Closes the dialog by default. */
  onCancel?: () => void;
  children: ReactNode;
}

/** Put the form into a `Dialog` with `hasEdits`, so that Cancel asks before it discards edits. */
export function DialogForm({
  form: { ref, problem, question, isSubmitting, submit: onSubmit },
  submit,
  isDestructive = false,
  submitting = submit,
  onCancel,
  children,
}: DialogFormProps) {
  // Focuses again a frame later, since the dialog takes the focus when its content is replaced.
  useLayoutEffect(() => {
    const begin = () => firstFieldIn(ref.current)?.focus();
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
        <CloseButton label={say('common.cancel')} onClose={onCancel} />
        <Button
          // The question gets a new button (`key`), so that the second tap of a double tap does not confirm.
          key={question}
          type="submit"
          look={isDestructive ? 'danger' : 'primary'}
          isBusy={isSubmitting}
        >
          {isSubmitting ? submitting : question === null ? submit : say('common.yes')}
        </Button>
      </DialogActions>
    </form>
  );
}

interface FormDialogProps
  extends DialogFormProps, Pick<ComponentProps<typeof Dialog>, 'title' | 'facts' | 'place' | 'onClose'> {
  form: DialogFormProps['form'] & { readonly isEdited: boolean };
}

export const FormDialog = ({ title, facts, place, onClose, ...form }: FormDialogProps) => (
  <Dialog title={title} facts={facts} place={place} hasEdits={form.form.isEdited} onClose={onClose}>
    <DialogForm {...form} />
  </Dialog>
);

interface DoneProps extends Partial<ComponentProps<typeof Banner>> {
  close: () => void;
  button?: string;
}

export function DonePanel({
  title,
  tone = 'success',
  close,
  button = say('common.done'),
  children,
}: DoneProps) {
  const action = useRef<HTMLButtonElement>(null);
  useEffect(() => action.current?.focus(), []);
  return (
    <>
      <DialogBody>
        <div role="status" className="wrap-anywhere">
          <Banner tone={tone} title={title}>
            {children}
          </Banner>
        </div>
      </DialogBody>
      <DialogActions>
        <Button ref={action} look="primary" onClick={close}>
          {button}
        </Button>
      </DialogActions>
    </>
  );
}
