/**
 * A select that is searched by typing, by the ARIA pattern (combobox with a list): arrows move, Enter
 * chooses, Esc closes and then empties, Tab leaves with what is chosen. Only some of many options are drawn;
 * who is not among them is found by typing more.
 */
import { Check, ChevronsUpDown, X } from 'lucide-react';
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { classes } from './classes.ts';
import { CONTROL, Frame, type FrameProps } from './field.tsx';

export interface SearchOption {
  readonly value: string;
  readonly label: string;
  /** Tells namesakes apart. */
  readonly more?: string;
}

interface OptionSearchProps extends FrameProps {
  placeholder?: string;
  options: readonly SearchOption[];
  /** Which of the options a text finds. */
  find: (text: string) => readonly SearchOption[];
  /** '' for none. */
  value: string;
  onChange: (value: string) => void;
  /** One is always chosen: it can be changed, and not cleared. */
  isRequired?: boolean;
  disabled?: boolean;
  /** Said when nothing is found. */
  nothing: string;
}

const SHOWN_AT_MOST = 50;

/** Where a key leads in a list of `count`, from `at` (-1: none); undefined when it does not move. */
export function searchMove(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'PageDown') return Math.min(count - 1, at + 8);
  if (key === 'PageUp') return Math.max(0, at - 8);
  return undefined;
}

export function OptionSearch({
  label,
  placeholder = '',
  options,
  find,
  value,
  onChange,
  error,
  hint,
  nothing,
  isRequired = false,
  disabled = false,
}: OptionSearchProps) {
  const canClear = value !== '' && !isRequired && !disabled;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** What is being typed; null while nobody does, and the chosen one's name stands there. */
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const chosen = options.find((option) => option.value === value);
  const found = open ? find(typed ?? '') : [];
  const shown = found.slice(0, SHOWN_AT_MOST);
  const active = at < shown.length ? shown[at] : undefined;

  const show = () => {
    setOpen(true);
    const from = find('')
      .slice(0, SHOWN_AT_MOST)
      .findIndex((option) => option.value === value);
    setAt(from);
  };
  const hide = () => {
    setOpen(false);
    setTyped(null);
    setAt(-1);
  };
  const choose = (option: SearchOption) => {
    onChange(option.value);
    hide();
  };
  const clear = () => {
    onChange('');
    hide();
    input.current?.focus();
  };
  const move = (to: number) => {
    setAt(to);
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && open) {
      event.preventDefault();
      const only = typed !== null && shown.length === 1 ? shown[0] : undefined;
      const taken = active ?? only;
      if (taken) choose(taken);
    } else if (event.key === 'Escape') {
      if (!open && !canClear) return;
      // Only the list: what it stands in may close by the same key.
      event.preventDefault();
      event.stopPropagation();
      if (open) hide();
      else clear();
    } else if (!open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      show();
    } else {
      const to = open ? searchMove(event.key, at, shown.length) : undefined;
      if (to === undefined) return;
      event.preventDefault();
      move(to);
    }
  };
  const onBlur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) hide();
  };

  return (
    <Frame label={label} error={error} hint={hint}>
      {(tied) => (
        <div className="relative" onBlur={onBlur}>
          <input
            {...tied}
            ref={input}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-activedescendant={active ? `${id}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={placeholder}
            value={typed ?? chosen?.label ?? ''}
            onChange={(event) => {
              setTyped(event.target.value);
              setOpen(true);
              setAt(event.target.value === '' ? -1 : 0);
            }}
            onFocus={(event) => event.target.select()}
            onClick={() => (open ? undefined : show())}
            onKeyDown={onKey}
            className={classes(CONTROL, 'h-11 truncate pr-18')}
          />
          <div className="absolute inset-y-0 right-0 flex items-center pr-1 text-muted">
            {canClear && (
              <button
                type="button"
                aria-label={`Clear ${label}`}
                onClick={clear}
                className="grid size-8 place-items-center rounded-md hover:text-ink"
              >
                <X aria-hidden size={18} />
              </button>
            )}
            <button
              type="button"
              tabIndex={-1}
              aria-hidden
              disabled={disabled}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                input.current?.focus();
                if (open) hide();
                else show();
              }}
              className="grid size-8 place-items-center rounded-md hover:text-ink"
            >
              <ChevronsUpDown aria-hidden size={18} />
            </button>
          </div>
          <div
            className={classes(
              'absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-lg border border-line bg-surface shadow-popup',
              !open && 'hidden',
            )}
          >
            <div
              id={`${id}-list`}
              role="listbox"
              aria-label={`Choices of ${label}`}
              className="max-h-72 overflow-y-auto p-1"
            >
              {shown.map((option, index) => (
                // The keyboard is the input's, which names the option that is active.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={option.value}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={option.value === value}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                  className={classes(
                    'flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-2 py-1',
                    index === at ? 'bg-accent-soft' : 'hover:bg-sunken',
                  )}
                >
                  <span className="min-w-0 grow">
                    <span className="block truncate">{option.label}</span>
                    {option.more !== undefined && (
                      <span className="block truncate text-xs text-muted">{option.more}</span>
                    )}
                  </span>
                  {option.value === value && <Check aria-hidden size={18} className="shrink-0 text-accent" />}
                </div>
              ))}
            </div>
            {found.length > shown.length && (
              <p className="border-t border-line px-3 py-2 text-sm text-muted">
                {found.length - shown.length} more. Type to find them.
              </p>
            )}
            {shown.length === 0 && <p className="px-3 pb-3 text-sm text-muted">{nothing}</p>}
          </div>
          <p role="status" className="sr-only">
            {open ? `${found.length} found` : ''}
          </p>
        </div>
      )}
    </Frame>
  );
}
