import { onDemand } from '#web/ui/on-demand.tsx';

/** Closes an entry that was left open [D1.6]. `onDone` is called when the entry is closed or the user cancels. */
export const CloseEntryDialog = onDemand(() => import('./close-entry-dialog.tsx'));
