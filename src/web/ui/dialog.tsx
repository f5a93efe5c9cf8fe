/** A dialog that asks before it discards edits, also at the browser's Back. Import it lazily: 20 KB. */
import { say } from '#texts/say';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { BACKDROP_CLASS, POSITION_CLASS, POPUP_CLASS, type DiscardWords } from './discard-question.tsx';
import { ToastPlace } from './toast-place.tsx';
import { useDiscardQuestion } from './use-discard-question.tsx';

/** If there are edits, asks first. Then calls `then`, or closes the dialog if `then` is missing. */
type Leave = (then?: () => void) => void;
const LeaveContext = createContext<Leave>((then) => then?.());

/** Returns the field with `data-begin`, or the first field. */
export const firstFieldIn = (within: HTMLElement | null): HTMLElement | null | undefined =>
  within?.querySelector<HTMLElement>('[data-begin]') ??
  within?.querySelector<HTMLElement>('input:not([type=hidden])');

const SIDE_CLASS = 'animate-slide inset-0 h-dvh sm:inset-s-auto max-sm:border-0 sm:border-y-0 sm:border-e-0';

const PLACES = {
  middle: `${POSITION_CLASS} animate-appear sm:max-w-lg`,
  /** The dialog is at the right edge. On a phone the dialog fills the screen. */
  side: `${SIDE_CLASS} sm:w-124`,
  /** On a wide screen the dialog has room for a picture beside the form. */
  wide: `${SIDE_CLASS} sm:w-124 lg:w-232`,
} as const;

interface DialogProps {
  title: ReactNode;
  icon?: ReactNode;
  facts?: ReactNode;
  /** With `side` the page behind the dialog stays visible. */
  place?: keyof typeof PLACES | undefined;
  /** True if closing would lose edits, or something that is shown only once. */
  hasEdits?: boolean;
  discardWords?: DiscardWords | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog is open while mounted. Put `DialogBody` and `DialogActions` into it. */
export function Dialog({
  title,
  icon,
  facts,
  place = 'middle',
  hasEdits = false,
  discardWords,
  onClose,
  children,
}: DialogProps) {
  // On closing, this element gets the focus back, if it still exists. A menu item, for example, no longer exists.
  const [focusOrigin] = useState(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement : null,
  );
  const popup = useRef<HTMLDivElement>(null);
  const firstField = () => firstFieldIn(popup.current) ?? true;
  const { leave: leaveTo, question } = useDiscardQuestion(hasEdits, discardWords);
  const leave = useCallback<Leave>((then = onClose) => leaveTo(then), [leaveTo, onClose]);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open onOpenChange={(open) => !open && leave()}>
        <Base.Portal>
          <Base.Backdrop forceRender className={BACKDROP_CLASS} />
          <Base.Popup
            ref={popup}
            initialFocus={firstField}
            finalFocus={() => (focusOrigin?.isConnected ? focusOrigin : true)}
            className={classes(POPUP_CLASS, PLACES[place])}
          >
            <div className="flex items-center gap-3 border-b border-line px-4 py-3 sm:px-6 sm:py-4">
              {icon}
              <div className="min-w-0 grow">
                <Base.Title className="text-lg font-semibold wrap-anywhere">{title}</Base.Title>
                {facts}
              </div>
            </div>
            <LeaveContext value={leave}>{children}</LeaveContext>
            {question}
            <ToastPlace />
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

/** `isText`: true for a body without fields. It can take the focus, so that keys can scroll it. */
export const DialogBody = ({ isText = false, children }: { isText?: boolean; children: ReactNode }) => (
  <div
    tabIndex={isText ? 0 : undefined}
    className="relative flex min-h-0 grow flex-col gap-4 overflow-y-auto px-4 py-4 focus-visible:-outline-offset-2 sm:px-6"
  >
    {children}
  </div>
);

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-3 max-sm:*:grow sm:px-6">
    {children}
  </div>
);

export const ReadOnlyBody = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <>
    <DialogBody isText>{children}</DialogBody>
    <DialogActions>
      <CloseButton onClose={onClose} />
    </DialogActions>
  </>
);

export function CloseButton({
  label = say('common.close'),
  onClose,
}: {
  label?: string;
  onClose?: (() => void) | undefined;
}) {
  const leave = useContext(LeaveContext);
  return <Button onClick={() => leave(onClose)}>{label}</Button>;
}
