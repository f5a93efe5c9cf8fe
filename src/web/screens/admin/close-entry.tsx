/** For every tab that shows an entry which was left open: the dialog is fetched when somebody opens it. */
import { onDemand } from '#web/ui/on-demand.tsx';

/**
 * An admin gives the time at which an entry ended, and why they say so [D1.6]. `onDone` is called when it is
 * over, either way.
 */
export const CloseEntryDialog = onDemand(() => import('./close-entry/close-entry-dialog.tsx'));
