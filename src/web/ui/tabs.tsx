import {
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { classes } from './classes.ts';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly icon: ReactNode;
  readonly panel: () => ReactNode;
}

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
}

/** Tabs by the ARIA pattern: one stop for Tab, arrows, Home and End move and choose. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose }: TabsProps<Name>) {
  const id = useId();
  // The tab is marked first, then its panel is drawn.
  const shown = useDeferredValue(chosen);
  const panel = useMemo(() => tabs.find(({ name }) => name === shown)?.panel(), [tabs, shown]);
  const list = useRef<HTMLDivElement>(null);
  // On a phone the strip is wider than the screen: the chosen one must not stand outside.
  useEffect(() => {
    const strip = list.current;
    if (!strip) return;
    // Also when the screen is turned, and once as soon as the strip has a width.
    const watcher = new ResizeObserver(() =>
      strip.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    watcher.observe(strip);
    return () => watcher.disconnect();
  }, [chosen]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[
      event.key
    ];
    const next = to === undefined ? undefined : tabs[to % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 overflow-x-auto border-b border-line print:hidden"
      >
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
            className={classes(
              'flex min-h-11 shrink-0 items-center gap-2 rounded-t-md border-b-2 px-3 text-sm font-semibold focus-visible:-outline-offset-2',
              tab.name === chosen
                ? 'border-accent text-accent forced-colors:border-b-4 forced-colors:border-[Highlight]'
                : // There a transparent border is drawn as well.
                  'border-transparent text-muted hover:text-ink forced-colors:border-[ButtonFace]',
            )}
          >
            {tab.icon}
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${shown}`}>
        {panel}
      </div>
    </>
  );
}
