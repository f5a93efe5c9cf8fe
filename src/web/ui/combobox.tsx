/**
 * A choice among many: what is typed narrows the list. By the ARIA pattern: arrows move, Enter chooses, Esc closes, then empties.
 * Only the first few that fit are drawn, so thousands of options cost nothing.
 */
import { X } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { classes } from './classes.ts';

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** Tells two of the same label apart. */
  readonly hint?: string;
}

interface ComboboxProps {
  label: string;
  placeholder: string;
  options: readonly ComboboxOption[];
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
}

const DRAWN = 8;

/** Those whose label has the text in it, whatever the case. */
export function fitting(options: readonly ComboboxOption[], text: string): ComboboxOption[] {
  const wanted = text.trim().toLowerCase();
  const found: ComboboxOption[] = [];
  for (const option of options) {
    if (found.length === DRAWN) break;
    if (option.label.toLowerCase().includes(wanted)) found.push(option);
  }
  return found;
}

export function Combobox({ label, placeholder, options, chosen, onChoose }: ComboboxProps) {
  const id = useId();
  const [text, setText] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const isOpen = text !== null;
  const shown = isOpen ? fitting(options, text) : [];
  const chosenLabel = options.find(({ value }) => value === chosen)?.label ?? '';
  const close = () => setText(null);
  const choose = (option: ComboboxOption | undefined) => {
    if (!option) return;
    onChoose(option.value);
    close();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) close();
    else if (event.key === 'Enter' && isOpen) choose(shown[at]);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen) setText('');
      else setAt((at + (event.key === 'ArrowDown' ? 1 : -1) + shown.length) % Math.max(1, shown.length));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">{label}</label>
      <input
        id={id} type="text" role="combobox" autoComplete="off" spellCheck={false} placeholder={placeholder}
        aria-expanded={isOpen} aria-controls={`${id}-list`} aria-autocomplete="list" aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
        value={text ?? chosenLabel}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
          if (event.target.value === '') onChoose(undefined);
        }}
        onKeyDown={onKey}
        onBlur={close}
        className="block h-11 w-full rounded-md border border-control bg-surface px-3 pr-11 text-base text-ink placeholder:text-muted"
      />
      {chosen !== undefined && (
        <button type="button" aria-label={`Clear ${label}`} onClick={() => onChoose(undefined)} className="absolute right-0 bottom-0 grid size-11 place-items-center rounded-md text-muted hover:text-ink">
          <X aria-hidden size={18} />
        </button>
      )}
      <div id={`${id}-list`} role="listbox" aria-label={`${label}: choices`} hidden={!isOpen} className="absolute z-10 mt-1 w-full rounded-md border border-line bg-surface p-1 shadow-popup">
        {shown.map((option, index) => (
          <div
            key={option.value} id={`${id}-${index}`} role="option" aria-selected={index === at}
            // Before the field loses the focus, which would close the list.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(option);
            }}
            className={classes('flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-2 rounded-sm px-2', index === at && 'bg-accent-soft')}
          >
            <span className="wrap-anywhere">{option.label}</span>
            <span className="text-xs text-muted">{option.hint}</span>
          </div>
        ))}
        {isOpen && shown.length === 0 && <div role="option" tabIndex={-1} aria-selected={false} aria-disabled className="px-2 py-2 text-sm text-muted">Nothing found</div>}
      </div>
    </div>
  );
}
