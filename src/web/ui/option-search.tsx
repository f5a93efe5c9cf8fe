import { say } from '#texts/say';
import { Combobox } from '@base-ui/react/combobox';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Check, ChevronsUpDown, X } from 'lucide-react';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';
import { classes } from './classes.ts';
import { CONTROL_CLASS, FieldFrame, type FieldFrameProps } from './field.tsx';

export interface SearchOption {
  readonly value: string;
  readonly label: string;
  /** Text that tells options with the same label apart. */
  readonly more?: string;
}

interface OptionSearchProps extends FieldFrameProps {
  placeholder?: string;
  options: readonly SearchOption[];
  find: (text: string) => readonly SearchOption[];
  /** Value of the chosen option; '' if none is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** True if the choice can be changed, but not cleared. */
  isRequired?: boolean;
  disabled?: boolean;
  /** Text for when nothing is found. */
  nothing?: string;
}

const SHOWN_AT_MOST = 50;
const BUTTON = 'grid size-8 place-items-center rounded-md hover:text-ink';

export function OptionSearch({
  label,
  placeholder = '',
  options,
  find,
  value,
  onChange,
  error,
  hint,
  nothing = say('options.none'),
  isRequired = false,
  disabled = false,
}: OptionSearchProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value) ?? null;
  const found = find(typed ?? '');
  const shown = found.slice(0, SHOWN_AT_MOST);
  const choose = (option: SearchOption | null) => {
    if (option !== null || !isRequired) onChange(option?.value ?? '');
  };
  const setShown = (isShown: boolean) => {
    setOpen(isShown);
    if (!isShown) setTyped(null);
  };
  /** Closes the list when the focus leaves. Base UI does this only in its own Popup. */
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setShown(false);
  };
  /** The first Esc closes the list, the second empties the field. */
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter without a match must not submit the form around the list.
    if (event.key === 'Enter' && open && found.length === 0) event.preventDefault();
    if (event.key !== 'Escape' || (!open && (chosen === null || isRequired))) return;
    event.preventDefault();
    if (!open) choose(null);
  };
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(tied) => (
        <CSPProvider disableStyleElements>
          <Combobox.Root<SearchOption>
            filteredItems={shown}
            value={chosen}
            onValueChange={choose}
            inputValue={typed ?? chosen?.label ?? ''}
            onInputValueChange={(text, { reason }) => setTyped(reason === 'input-change' ? text : null)}
            isItemEqualToValue={(one, other) => one.value === other.value}
            open={open}
            onOpenChange={setShown}
            autoHighlight
            disabled={disabled}
          >
            <div className="relative" onBlur={onBlur}>
              <Combobox.Input
                {...tied}
                spellCheck={false}
                placeholder={placeholder}
                onFocus={(event) => event.target.select()}
                onKeyDown={onKeyDown}
                className={classes(CONTROL_CLASS, 'h-11 truncate pe-18')}
              />
              <div className="absolute inset-y-0 inset-e-0 flex items-center pe-1 text-muted">
                {!isRequired && (
                  <Combobox.Clear aria-label={say('options.clear', { label })} className={BUTTON}>
                    <X size={18} />
                  </Combobox.Clear>
                )}
                <Combobox.Trigger
                  tabIndex={-1}
                  aria-label={say('options.choices', { label })}
                  className={BUTTON}
                >
                  <ChevronsUpDown size={18} />
                </Combobox.Trigger>
              </div>
              {open && (
                <div className="absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-lg border border-line bg-surface shadow-popup">
                  <Combobox.List
                    aria-label={say('options.choices', { label })}
                    className="max-h-72 overflow-y-auto p-1 empty:p-0"
                  >
                    {(option: SearchOption) => <OptionItem key={option.value} option={option} />}
                  </Combobox.List>
                  {found.length > shown.length && (
                    <p className="border-t border-line px-3 py-2 text-sm text-muted">
                      {say('options.more', { count: found.length - shown.length })}
                    </p>
                  )}
                  <Combobox.Empty className="px-3 py-3 text-sm text-muted empty:hidden">
                    {nothing}
                  </Combobox.Empty>
                </div>
              )}
              <p role="status" className="sr-only">
                {open ? say('options.found', { count: found.length }) : ''}
              </p>
            </div>
          </Combobox.Root>
        </CSPProvider>
      )}
    </FieldFrame>
  );
}

const OptionItem = ({ option }: { option: SearchOption }) => (
  <Combobox.Item
    value={option}
    className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-2 py-1 data-highlighted:bg-accent-soft forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText] forced-colors:data-highlighted:forced-color-adjust-none"
  >
    <span className="min-w-0 grow">
      <span className="block truncate">{option.label}</span>
      {option.more !== undefined && <span className="block truncate text-xs text-muted">{option.more}</span>}
    </span>
    <Combobox.ItemIndicator>
      <Check size={18} className="shrink-0 text-accent" />
    </Combobox.ItemIndicator>
  </Combobox.Item>
);
