/** Shortcut keys: Ctrl K, '/' and '?'. None works while somebody types, or while a dialog or a menu is open. */
import { say } from '#texts/say';
import { Search } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { readPreference } from '#web/browser/preferences.ts';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

export interface QuickAction {
  readonly label: string;
  readonly words?: string;
  readonly icon: ReactNode;
  readonly go: () => void;
}

/** Screens and actions of one dashboard. Ctrl K finds them in addition to those for everybody. */
export interface QuickActionSet {
  readonly views: readonly QuickAction[];
  readonly actions: readonly QuickAction[];
  /** Shown once something is typed. */
  readonly settings?: readonly QuickAction[];
  readonly openPerson?: (id: string) => void;
}

export interface QuickActionsProps {
  quickActions: () => QuickActionSet;
  onSignOut: () => void;
}

const Finder = onDemand(() => import('./finder.tsx'));
const KeysDialog = onDemand(() => import('./keys-dialog.tsx'));

export function QuickActions(props: QuickActionsProps) {
  const opened = useOpened('find', 'keys');
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (opened === 'find') return <Finder {...props} onClose={() => closeOver('find')} />;
  return opened === 'keys' && <KeysDialog onClose={() => closeOver('keys')} />;
}

const isMac = (): boolean => /Mac|iP/.test(navigator.platform);
export const searchShortcutText = (): string => (isMac() ? '\u2318 K' : 'Ctrl K');

export const FindButton = () => (
  <button
    type="button"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={() => openOver('find')}
    className="flex min-h-9 shrink-0 items-center justify-center gap-2 rounded-md border border-line bg-page px-2 text-sm text-muted hover:border-control hover:text-ink max-md:min-h-11 max-md:min-w-11 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
  >
    <Search size={16} className="max-md:size-5" />
    <span className="max-md:sr-only">{say('find.find')}</span>
    <kbd aria-hidden className="ms-4 font-sans text-xs max-md:hidden pointer-coarse:hidden">
      {searchShortcutText()}
    </kbd>
  </button>
);

type Shortcut = 'find' | 'keys' | 'search';
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export function shortcutOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): Shortcut | null {
  if (altKey) return null;
  if (ctrlKey !== metaKey) return key.toLowerCase() === 'k' && !shiftKey ? 'find' : null;
  if (ctrlKey || readPreference('single-keys') === 'off') return null;
  return key === '?' ? 'keys' : key === '/' ? 'search' : null;
}

const TEXT_FIELDS = 'input:not([type=checkbox]), textarea, select, [contenteditable]';
const OVERLAYS = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu]';

const isElsewhere = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  (event.target instanceof Element && event.target.closest(TEXT_FIELDS) !== null) ||
  document.querySelector(OVERLAYS) !== null;

/** The letter that was pressed, in lower case; null if it is typed elsewhere or single keys are turned off. */
export function singleKeyOf(event: KeyboardEvent): string | null {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || key.length > 1 || readPreference('single-keys') === 'off') return null;
  return isElsewhere(event) ? null : key.toLowerCase();
}

function onKey(event: KeyboardEvent): void {
  const way = shortcutOf(event);
  if (way === null || isElsewhere(event)) return;
  event.preventDefault();
  if (way === 'search') searchOfView()?.focus();
  else openOver(way);
}

const searchOfView = (): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('main input[type=search]')].find(
    (field) => field.offsetParent !== null,
  );
