/**
 * One field that finds everything: a list of choices under it, by the ARIA pattern of a combobox. The focus stays in
 * the field; arrows move through the choices, Enter takes one. Our own: the library's would be a fourth of an
 * employee's whole page, and this has to be there when the keys are pressed.
 */
import { Search } from 'lucide-react';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { classes } from './classes.ts';

export interface PaletteChoice {
  /** Among all of the palette. */
  readonly id: string;
  readonly label: string;
  /** Tells namesakes apart, say. */
  readonly more?: string;
  readonly icon: ReactNode;
  readonly choose: () => void;
}

export interface PaletteGroup {
  readonly label: string;
  readonly choices: readonly PaletteChoice[];
  /** How many more there are, for which more has to be typed. */
  readonly hidden?: number;
}

interface PaletteProps {
  label: string;
  placeholder: string;
  find: (typed: string) => readonly PaletteGroup[];
  nothing: string;
  /** Stands below the list: what is not there yet, or could not be had. */
  note?: ReactNode;
  onClose: () => void;
}

/** Open as long as it is there; what is chosen closes it. */
export default function Palette({ label, placeholder, find, nothing, note, onClose }: PaletteProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  // Closed while it still stands in the page: only then does the focus go back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  useEffect(() => {
    const shown = dialog.current;
    // What is pressed beside it is the dialog's own backdrop.
    const pressBeside = (event: MouseEvent) => event.target === shown && onClose();
    shown?.addEventListener('click', pressBeside);
    return () => shown?.removeEventListener('click', pressBeside);
  }, [onClose]);
  const groups = find(typed).filter(({ choices }) => choices.length > 0);
  const all = groups.flatMap(({ choices }) => choices);
  const highlighted = all[Math.min(at, all.length - 1)];
  const idOf = (choice: PaletteChoice): string => `${id}-${choice.id}`;
  const move = (to: number) => {
    setAt(to);
    const choice = all[to];
    if (choice) document.getElementById(idOf(choice))?.scrollIntoView({ block: 'nearest' });
  };
  const take = (choice: PaletteChoice) => {
    onClose();
    choice.choose();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const present = highlighted ? all.indexOf(highlighted) : -1;
    const to = { ArrowDown: present + 1, ArrowUp: present - 1 + all.length }[event.key];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (to === undefined) return highlighted && take(highlighted);
    if (all.length > 0) move(to % all.length);
  };
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="animate-appear mx-auto mt-[min(15vh,8rem)] flex max-h-[min(32rem,calc(100dvh-2rem))] w-[min(36rem,calc(100vw-2rem))] max-w-none flex-col overflow-hidden rounded-lg border border-line bg-surface p-0 text-ink shadow-popup backdrop:bg-scrim max-sm:mt-4"
    >
      <div className="relative shrink-0 border-b border-line">
        <Search aria-hidden size={20} className="pointer-events-none absolute top-4.5 left-4 text-muted" />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={highlighted && idOf(highlighted)}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={254}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
            list.current?.scrollTo({ top: 0 });
          }}
          onKeyDown={onKey}
          className="h-14 w-full bg-surface pr-4 pl-12 text-base outline-none placeholder:text-muted"
        />
      </div>
      <div ref={list} className="min-h-0 grow overflow-y-auto p-2">
        <div role="listbox" id={`${id}-list`} aria-label={label}>
          {groups.map((group, index) => (
            <div key={group.label} role="group" aria-labelledby={`${id}-group-${index}`}>
              <p
                id={`${id}-group-${index}`}
                role="presentation"
                className="px-2 pt-2 pb-1 text-xs font-semibold text-muted"
              >
                {group.label}
              </p>
              {group.choices.map((choice) => (
                <Option
                  key={choice.id}
                  id={idOf(choice)}
                  choice={choice}
                  isHighlighted={choice === highlighted}
                  onPoint={() => setAt(all.indexOf(choice))}
                  onTake={() => take(choice)}
                />
              ))}
            </div>
          ))}
        </div>
        {groups.map(
          ({ label: of, hidden = 0 }) =>
            hidden > 0 && (
              <p key={of} className="px-2 py-1 text-sm text-muted">
                {of}: {hidden} more. Keep typing to find them.
              </p>
            ),
        )}
        {all.length === 0 && note === undefined && <p className="px-2 py-4 text-sm text-muted">{nothing}</p>}
        {note}
      </div>
      <p role="status" className="sr-only">
        {typed === '' ? '' : all.length === 0 ? nothing : `${all.length} found`}
      </p>
    </dialog>
  );
}

/** The focus stays in the field, so a press must not take it. */
const Option = ({
  id,
  choice: { label, more, icon },
  isHighlighted,
  onPoint,
  onTake,
}: {
  id: string;
  choice: PaletteChoice;
  isHighlighted: boolean;
  onPoint: () => void;
  onTake: () => void;
}) => (
  <button
    type="button"
    tabIndex={-1}
    role="option"
    id={id}
    aria-selected={isHighlighted}
    onPointerMove={isHighlighted ? undefined : onPoint}
    onPointerDown={(event) => event.preventDefault()}
    onClick={onTake}
    className={classes(
      'flex min-h-10 w-full items-center gap-3 rounded-md px-2 py-1 text-left pointer-coarse:min-h-11',
      isHighlighted &&
        'bg-accent-soft forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none',
    )}
  >
    {icon}
    <span className="min-w-0 grow truncate">{label}</span>
    {more !== undefined && (
      <span className="min-w-0 shrink-2 truncate text-sm text-muted forced-colors:text-inherit">{more}</span>
    )}
  </button>
);
