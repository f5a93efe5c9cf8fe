/** The question before edits are thrown away. The library behind it is 20 KB, as of all dialogs. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

export const BACKDROP = 'animate-appear fixed inset-0 z-30 bg-scrim';
export const POPUP =
  'animate-appear fixed z-40 flex flex-col overflow-hidden border border-line bg-surface shadow-popup outline-none';
/** A sheet from below on a phone, a card in the middle elsewhere. */
export const PLACE =
  'inset-x-0 bottom-0 max-h-[calc(100dvh-16px)] rounded-t-lg sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-48px)] sm:max-h-[calc(100dvh-48px)] sm:-translate-1/2 sm:rounded-lg';

export default function DiscardQuestion({
  isAsked,
  onKeep,
  onDiscard,
}: {
  isAsked: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <CSPProvider disableStyleElements>
      <AlertDialog.Root open={isAsked} onOpenChange={(open) => !open && onKeep()}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop forceRender className={BACKDROP} />
          <AlertDialog.Popup className={classes(POPUP, PLACE, 'gap-4 p-4 sm:max-w-sm sm:p-6')}>
            <div>
              <AlertDialog.Title className="text-base font-semibold">Discard your changes?</AlertDialog.Title>
              <AlertDialog.Description className="text-sm text-muted">
                What you typed has not been saved.
              </AlertDialog.Description>
            </div>
            <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
              <Button onClick={onKeep}>Keep editing</Button>
              <Button look="danger" onClick={onDiscard}>
                Discard
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </CSPProvider>
  );
}
