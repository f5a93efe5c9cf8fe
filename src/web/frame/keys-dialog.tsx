/** Lists the shortcut keys. People can turn off keys that are easily pressed by mistake (WCAG 2.1.4). */
import { usePreference } from '#web/browser/preferences.ts';
import { useAuth } from '#web/session/auth.ts';
import { useTitle } from '#web/session/workplace.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { searchShortcutText } from './quick-actions.tsx';

const KEYS = [
  ['/', 'Search in this view'],
  ['?', 'Show these keys'],
  ['Esc', 'Close'],
  ['\u2190 \u2192', 'Move between tabs, when a tab has the focus'],
] as const;

const KEYS_OF_REQUESTS = [
  ['A', 'Approve the chosen request'],
  ['D', 'Decline the chosen request'],
  ['J K', 'Next and previous request'],
] as const;

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  useTitle('Keyboard shortcuts', 1);
  const isAdmin = useAuth().user?.role === 'admin';
  const [singleKeys, choose] = usePreference('single-keys');
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <DialogBody>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-3">
          {[
            [searchShortcutText(), 'Find anything, and go there'],
            ...KEYS,
            ...(isAdmin ? KEYS_OF_REQUESTS : []),
          ].map(([key, does]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="inline-block min-w-8 rounded-sm border border-control bg-page px-2 text-center font-sans text-sm whitespace-nowrap">
                  {key}
                </kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">They do nothing while you type.</p>
        <CheckField
          label="Use single keys, such as / and ?"
          hint="Turn this off if they get in the way, for example of speech input. Saved for this browser."
          checked={singleKeys !== 'off'}
          onChange={(isOn) => choose(isOn ? 'on' : 'off')}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
