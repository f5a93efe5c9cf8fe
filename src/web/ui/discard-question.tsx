/** Import this file lazily: its library has 20 KB. */
import { say } from '#texts/say';
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

/** Has the z-index of `POPUP_CLASS`, so that the backdrop of a second dialog dims the first dialog. */
export const BACKDROP_CLASS = 'animate-appear fixed inset-0 z-40 bg-scrim';
export const POPUP_CLASS =
  'fixed z-40 flex flex-col overflow-hidden border border-line bg-surface shadow-popup outline-none';
export const POSITION_CLASS =
  'inset-x-0 bottom-0 max-h-[calc(100dvh-16px)] rounded-t-lg sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-48px)] sm:max-h-[calc(100dvh-48px)] sm:-translate-1/2 sm:rounded-lg';

export interface DiscardWords {
  readonly title: string;
  readonly text: string;
  readonly keep: string;
  readonly discard: string;
}

const editsWords = (): DiscardWords => ({
  title: say('discard.title'),
  text: say('discard.text'),
  keep: say('discard.keep'),
  discard: say('discard.discard'),
});

export default function DiscardQuestion({
  words = editsWords(),
  onKeep,
  onDiscard,
}: {
  words?: DiscardWords | undefined;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <CSPProvider disableStyleElements>
      <AlertDialog.Root open onOpenChange={(open) => !open && onKeep()}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop forceRender className={BACKDROP_CLASS} />
          <AlertDialog.Popup
            className={classes(POPUP_CLASS, POSITION_CLASS, 'animate-appear gap-4 p-4 sm:max-w-sm sm:p-6')}
          >
            <div>
              <AlertDialog.Title className="text-base font-semibold">{words.title}</AlertDialog.Title>
              <AlertDialog.Description className="text-sm text-muted">{words.text}</AlertDialog.Description>
            </div>
            <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
              <Button onClick={onKeep}>{words.keep}</Button>
              <Button look="danger" onClick={onDiscard}>
                {words.discard}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </CSPProvider>
  );
}
