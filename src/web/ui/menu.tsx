/** A menu button by the ARIA pattern. Base UI's menu would be a third of the code of an employee's page. */
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from './classes.ts';

export interface MenuItem {
  readonly label: string;
  readonly hint?: string;
  readonly icon: ReactNode;
  readonly choose: () => void;
}

/** Unlike an item, a choice does not close the menu, so that its effect is visible. */
export interface MenuChoice {
  readonly label: string;
  readonly options: readonly (MenuItem & { readonly isChosen: boolean })[];
}

interface MenuProps {
  label: string;
  /** Must contain text, which becomes the button's accessible name. */
  button: ReactNode;
  heading: ReactNode;
  items: readonly (MenuItem | MenuChoice)[];
  look?: keyof typeof LOOKS;
}

const LOOKS = {
  plain: 'min-h-11 px-1',
  bordered: 'min-h-11 border border-control bg-surface px-3 text-sm font-semibold',
  icon: 'min-h-8 min-w-8 justify-center text-muted pointer-coarse:min-h-11 pointer-coarse:min-w-11',
} as const;

const labelsOf = (items: MenuProps['items']): string[] =>
  items.flatMap((item) => ('options' in item ? item.options.map(({ label }) => label) : item.label));

/** @param at index of the focused item; -1 if none is focused */
export function nextMenuIndex(key: string, at: number, labels: readonly string[]): number | undefined {
  const count = labels.length;
  if (key === 'ArrowDown' || key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowUp' || key === 'ArrowLeft') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...labels.keys()].map((step) => (at + 1 + step) % count);
  return after.find((index) => labels[index]?.toLowerCase().startsWith(key.toLowerCase()));
}

export function Menu({ label, button, heading, items, look = 'plain' }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  useEffect(() => {
    if (!open) return;
    list.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
    const elsewhere = (event: PointerEvent) => {
      if (event.target instanceof Node && !whole.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [open]);

  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close();
    if (event.key === 'Tab') return setOpen(false);
    const at = entries().findIndex((entry) => entry === document.activeElement);
    const to = nextMenuIndex(event.key, at, labelsOf(items));
    if (to === undefined) return;
    event.preventDefault();
    entries()[to]?.focus();
  };

  return (
    <div ref={whole} className="relative min-w-0">
      <button
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? `${id}-menu` : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
        className={classes(
          'flex max-w-full items-center gap-2 rounded-md text-start hover:bg-sunken aria-expanded:bg-sunken print:hidden',
          LOOKS[look],
        )}
      >
        {button}
        <span className="sr-only">{label}</span>
        {look !== 'icon' && <ChevronDown size={16} className="shrink-0 text-muted" />}
      </button>
      {open && (
        <div
          ref={list}
          role="menu"
          id={`${id}-menu`}
          aria-label={label}
          aria-describedby={`${id}-heading`}
          onKeyDown={onKey}
          className="animate-appear absolute top-full inset-e-0 z-20 mt-2 max-h-[75dvh] w-72 max-w-[calc(100vw-32px)] overflow-y-auto rounded-lg border border-line bg-surface p-2 shadow-popup"
        >
          <div role="presentation" id={`${id}-heading`} className="mb-2 border-b border-line px-2 pt-1 pb-3">
            {heading}
          </div>
          {items.map((item) =>
            'options' in item ? (
              // The languages' names are the same in all of them, so that the chosen one keeps the focus.
              <MenuChoiceGroup key={item.options[0]?.label} choice={item} />
            ) : (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close();
                  item.choose();
                }}
                className="flex min-h-11 w-full items-center gap-2 rounded-md px-2 py-1 text-start text-base hover:bg-sunken focus-visible:bg-sunken [&_svg]:shrink-0"
              >
                {item.icon}
                <span>
                  {item.label}
                  {item.hint !== undefined && <span className="block text-xs text-muted">{item.hint}</span>}
                </span>
              </button>
            ),
          )}
        </div>
      )}
    </div>
  );
}

const COLUMNS_MAX = 3;

const MenuChoiceGroup = ({ choice: { label, options } }: { choice: MenuChoice }) => (
  <div
    role="group"
    aria-label={label}
    className={classes(
      'my-2 gap-1 border-y border-line py-2 nth-2:border-t-0 nth-2:pt-0 [[role=group]+&]:-mt-2 [[role=group]+&]:border-t-0',
      options.length <= COLUMNS_MAX ? 'flex flex-wrap *:grow' : 'grid grid-cols-2 *:last:odd:col-span-2',
    )}
  >
    {options.map((option) => (
      <button
        key={option.label}
        type="button"
        role="menuitemradio"
        aria-checked={option.isChosen}
        tabIndex={-1}
        onClick={option.choose}
        className={classes(
          'flex min-h-11 min-w-0 items-center justify-center gap-1.5 rounded-md border border-transparent px-1 text-sm font-semibold whitespace-nowrap',
          option.isChosen
            ? 'bg-accent text-on-fill forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
            : 'text-muted hover:bg-sunken hover:text-ink',
        )}
      >
        {option.icon}
        {option.label}
      </button>
    ))}
  </div>
);
