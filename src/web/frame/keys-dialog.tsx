/** Lists the shortcut keys. People can turn off keys that are easily pressed by mistake (WCAG 2.1.4). */
import { say } from '#texts/say';
import { usePreference } from '#web/browser/preferences.ts';
import { useAuth } from '#web/session/auth.ts';
import { useTitle } from '#web/session/workplace.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckField } from '#web/ui/check-field.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { searchShortcutText } from './quick-actions.tsx';

const KEYS = [
  ['/', 'keys.search'],
  ['?', 'keys.show'],
  ['Esc', 'common.close'],
  ['\u2190 \u2192', 'keys.tabs'],
] as const;

const KEYS_OF_REQUESTS = [
  ['A', 'keys.approve'],
  ['D', 'keys.decline'],
  ['J K', 'keys.next'],
] as const;

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  useTitle(say('keys.title'), 1);
  const isAdmin = useAuth().user?.role === 'admin';
  const [singleKeys, choose] = usePreference('single-keys');
  return (
    <Dialog title={say('keys.title')} onClose={onClose}>
      <DialogBody>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-3">
          {[[searchShortcutText(), 'keys.find'] as const, ...KEYS, ...(isAdmin ? KEYS_OF_REQUESTS : [])].map(
            ([key, does]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="inline-block min-w-8 rounded-sm border border-control bg-page px-2 text-center font-sans text-sm whitespace-nowrap">
                    {key}
                  </kbd>
                </dt>
                <dd>{say(does)}</dd>
              </div>
            ),
          )}
        </dl>
        <p className="text-sm text-muted">{say('keys.whileTyping')}</p>
        <CheckField
          label={say('keys.useSingle')}
          hint={say('keys.useSingleHint')}
          checked={singleKeys !== 'off'}
          onChange={(isOn) => choose(isOn ? 'on' : 'off')}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{say('common.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
