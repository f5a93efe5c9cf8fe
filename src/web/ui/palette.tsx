/** A search field over groups of choices, in a dialog: Base UI's Autocomplete. Import what opens it lazily. */
import { Autocomplete } from '@base-ui/react/autocomplete';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';

export interface PaletteChoice {
  readonly id: string;
  readonly label: string;
  readonly more?: string;
  readonly icon: ReactNode;
  readonly choose: () => void;
}

export interface PaletteGroup {
  readonly label: string;
  readonly items: readonly PaletteChoice[];
  /** How many more there are, for which more has to be typed. */
  readonly hidden?: number;
}

interface PaletteProps {
  label: string;
  placeholder: string;
  find: (typed: string) => readonly PaletteGroup[];
  nothing: string;
  note?: ReactNode;
  onClose: () => void;
}

/** At once: the dialog does it a moment later, and the first letters typed would be lost. */
const focus = (field: HTMLInputElement | null) => field?.focus();

export default function Palette({ label, placeholder, find, nothing, note, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const groups = find(typed).filter(({ items }) => items.length > 0);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop forceRender className="animate-appear fixed inset-0 z-40 bg-scrim" />
          <Dialog.Popup
            aria-label={label}
            className="animate-appear fixed inset-x-0 top-[min(15vh,8rem)] z-40 mx-auto flex max-h-[min(32rem,calc(100dvh-2rem))] w-[min(36rem,calc(100vw-2rem))] flex-col overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-popup max-sm:top-4"
          >
            <Autocomplete.Root
              inline
              open
              items={groups}
              filter={null}
              autoHighlight="always"
              keepHighlight
              value={typed}
              onValueChange={(text, { reason }) => reason === 'input-change' && setTyped(text)}
            >
              <div className="relative shrink-0 border-b border-line">
                <Search size={20} className="pointer-events-none absolute top-4.5 left-4 text-muted" />
                <Autocomplete.Input
                  ref={focus}
                  aria-label={label}
                  placeholder={placeholder}
                  autoCapitalize="off"
                  spellCheck={false}
                  maxLength={254}
                  className="h-14 w-full bg-surface pr-4 pl-12 text-base outline-none placeholder:text-muted"
                />
              </div>
              <div className="min-h-0 grow overflow-y-auto p-2">
                <Autocomplete.List aria-label={label}>
                  {({ label: of, items }: PaletteGroup) => (
                    <Autocomplete.Group key={of} items={items}>
                      <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs font-semibold text-muted">
                        {of}
                      </Autocomplete.GroupLabel>
                      <Autocomplete.Collection>
                        {(choice: PaletteChoice) => (
                          <Choice key={choice.id} choice={choice} onClose={onClose} />
                        )}
                      </Autocomplete.Collection>
                    </Autocomplete.Group>
                  )}
                </Autocomplete.List>
                {groups.map(
                  ({ label: of, hidden = 0 }) =>
                    hidden > 0 && (
                      <p key={of} className="px-2 py-1 text-sm text-muted">
                        {of}: {hidden} more. Keep typing to find them.
                      </p>
                    ),
                )}
                {count === 0 && note === undefined && (
                  <p className="px-2 py-4 text-sm text-muted">{nothing}</p>
                )}
                {note}
              </div>
            </Autocomplete.Root>
            <p role="status" className="sr-only">
              {typed === '' ? '' : count === 0 ? nothing : `${count} found`}
            </p>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}

const Choice = ({ choice, onClose }: { choice: PaletteChoice; onClose: () => void }) => (
  <Autocomplete.Item
    value={choice}
    onClick={() => {
      onClose();
      choice.choose();
    }}
    // Base UI marks an option as selected only where one can stay so.
    render={(props, { highlighted }) => <div {...props} aria-selected={highlighted} />}
    className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2 py-1 data-highlighted:bg-accent-soft pointer-coarse:min-h-11 forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText] forced-colors:data-highlighted:forced-color-adjust-none"
  >
    {choice.icon}
    <span className="min-w-0 grow truncate">{choice.label}</span>
    {choice.more !== undefined && (
      <span className="min-w-0 shrink-2 truncate text-sm text-muted forced-colors:text-inherit">
        {choice.more}
      </span>
    )}
  </Autocomplete.Item>
);
