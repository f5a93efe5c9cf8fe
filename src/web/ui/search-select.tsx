import { Check, ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { classes } from './classes.ts';
import { CONTROL, Frame, type FrameProps } from './field.tsx';

interface SearchSelectProps extends FrameProps {
  value: string;
  options: readonly string[];
  onChange: (option: string) => void;
  disabled?: boolean;
}

/** More would be slow to draw, and nobody reads them: type on. */
const LISTED = 100;

/** Blanks find underscores: 'new york' finds 'America/New_York'. */
const plain = (text: string): string => text.toLowerCase().replaceAll('_', ' ').trim();

/** Options that hold the text, those that begin a part of their name with it first. */
export function matching(options: readonly string[], text: string): string[] {
  const wanted = plain(text);
  const found = options.filter((option) => plain(option).includes(wanted));
  const begins = (option: string): boolean => plain(option).split(/[\s/]/).some((part) => part.startsWith(wanted));
  return [...found.filter(begins), ...found.filter((option) => !begins(option))].slice(0, LISTED);
}

/** A select one can type into, by the ARIA combobox pattern. Only an option can be chosen: anything else typed goes when one leaves. */
export function SearchSelect({ label, error, hint, value, options, onChange, disabled = false }: SearchSelectProps) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const found = isOpen ? matching(options, typed ?? '') : [];

  useEffect(() => {
    if (isOpen) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, active]);

  const open = () => {
    setOpen(true);
    setActive(Math.max(0, matching(options, typed ?? '').indexOf(value)));
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (option: string | undefined) => {
    if (option !== undefined) onChange(option);
    close();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActive(Math.max(0, Math.min(found.length - 1, active + step)));
      else open();
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === 'Escape' && isOpen) {
      // Only the list: what it stands in may close by the same key.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  return (
    <Frame label={label} error={error} hint={hint}>
      {(tied) => (
        <div className="relative">
          <input
            {...tied}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && found.length > 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            value={typed ?? value}
            onFocus={(event) => event.target.select()}
            onClick={open}
            onBlur={() => (typed !== null && options.includes(typed.trim()) ? choose(typed.trim()) : close())}
            onKeyDown={onKey}
            onChange={(event) => {
              setTyped(event.target.value);
              setOpen(true);
              setActive(0);
            }}
            className={classes(CONTROL, 'h-11 pr-10')}
          />
          <ChevronDown aria-hidden size={20} className="pointer-events-none absolute top-3 right-3 text-muted" />
          {isOpen && (
            <div ref={list} id={listId} role="listbox" aria-label="Options" className="absolute z-20 mt-1 max-h-64 w-full overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-popup">
              {found.length === 0 && <p className="px-2 py-2 text-sm text-muted">Nothing found.</p>}
              {found.map((option, index) => (
                <div
                  key={option}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={option === value}
                  data-active={index === active || undefined}
                  onPointerDown={(event) => {
                    event.preventDefault();
                    choose(option);
                  }}
                  className={classes('flex min-h-9 cursor-pointer items-center justify-between gap-2 rounded-sm px-2 text-sm hover:bg-sunken', index === active && 'bg-accent-soft')}
                >
                  {option}
                  {option === value && <Check aria-hidden size={16} className="shrink-0 text-accent" />}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </Frame>
  );
}
