/** A modal `<dialog>`. While `isCovered` it is not modal, since nothing can cover a modal dialog. */
import { say } from '#texts/say';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { CloseButton } from './button.tsx';
import { ToastPlace } from './toast-place.tsx';

interface OverlayProps {
  title: string;
  aside?: ReactNode;
  isCovered: boolean;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Overlay({ title, aside, isCovered, isWide = false, onClose, children }: OverlayProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const focused = useRef<Element | null>(null);
  // Closes the dialog on cleanup: the browser returns the focus only while the dialog is in the page.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    if (isCovered) shown.show();
    else shown.showModal();
    if (focused.current instanceof HTMLElement && shown.contains(focused.current)) focused.current.focus();
    return () => {
      focused.current = document.activeElement;
      shown.close();
    };
  }, [isCovered]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={classes(
        'fixed inset-0 z-20 m-auto flex max-h-dvh w-full flex-col overflow-hidden bg-surface p-0 text-ink shadow-popup backdrop:bg-scrim max-sm:h-dvh max-sm:max-w-none sm:max-h-[min(52rem,90dvh)] sm:rounded-lg',
        isWide ? 'max-w-6xl' : 'max-w-3xl',
      )}
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <h2 id={id} className="min-w-0 grow text-lg font-semibold">
          {title}
        </h2>
        {aside !== undefined && aside !== false && (
          <div className="max-sm:order-last max-sm:basis-full max-sm:*:min-h-11 max-sm:*:w-full">{aside}</div>
        )}
        <CloseButton label={say('common.close')} onClose={onClose} />
      </div>
      <div className="relative min-h-0 grow overflow-y-auto" tabIndex={0} role="group" aria-labelledby={id}>
        {children}
      </div>
      <ToastPlace />
    </dialog>
  );
}
