import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { readingKey } from './arrow-keys.ts';
import { classes } from './classes.ts';

export interface TabItem<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** The visible part of the label on a phone. */
  readonly short?: string;
  readonly icon: ReactNode;
  /** A count on the tab. It takes no room, so that the tabs do not move when the count appears. */
  readonly mark?: ReactNode;
}

interface TabListProps<Name extends string> {
  id: string;
  label: string;
  tabs: readonly TabItem<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
}

/** Tabs by the ARIA pattern. On a phone they are a bar at the bottom (`bottom-bar` makes room for it). */
export function TabList<Name extends string>({ id, label, tabs, chosen, onChoose }: TabListProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const choose = (name: Name) => {
    onChoose(name);
    // The phone's bar is also there far down the page, so scroll the new panel to its top.
    if (list.current && getComputedStyle(list.current).position === 'fixed') scrollTo(0, 0);
  };
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[
      readingKey(event)
    ];
    const next = to === undefined ? undefined : tabs[to % tabs.length];
    if (!next) return;
    event.preventDefault();
    choose(next.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className="bottom-bar flex flex-wrap gap-x-1 border-b border-line max-sm:gap-0 max-sm:border-t max-sm:border-b-0 max-sm:*:min-w-0 max-sm:*:flex-1 print:hidden"
    >
      {tabs.map((tab) => (
        <TabButton
          key={tab.name}
          tab={tab}
          id={id}
          isChosen={tab.name === chosen}
          onChoose={() => choose(tab.name)}
        />
      ))}
    </div>
  );
}

function TabButton<Name extends string>({
  tab: { name, label, short = label, icon, mark },
  id,
  isChosen,
  onChoose,
}: {
  tab: TabItem<Name>;
  id: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const [before, after] = label.split(short);
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-${name}`}
      aria-selected={isChosen}
      aria-controls={isChosen ? panelId(id) : undefined}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
      className={classes(
        'relative flex min-h-11 items-center gap-2 rounded-t-md border-b-2 px-3 text-sm font-semibold sm:max-md:px-1.5 focus-visible:-outline-offset-2',
        'max-sm:min-h-14 max-sm:flex-col max-sm:justify-center max-sm:gap-0.5 max-sm:rounded-none max-sm:border-b-0 max-sm:px-0.5 max-sm:text-xs',
        isChosen
          ? 'border-accent text-accent sm:forced-colors:border-b-4 sm:forced-colors:border-[Highlight]'
          : // With forced colours a transparent border would be visible, so it has the button's colour.
            'border-transparent text-muted hover:text-ink sm:forced-colors:border-[ButtonFace]',
      )}
    >
      <span
        className={classes(
          'sm:max-md:hidden max-sm:grid max-sm:h-7 max-sm:w-14 max-sm:place-items-center max-sm:rounded-full max-sm:[&>svg]:size-5',
          isChosen &&
            'max-sm:bg-accent-soft max-sm:forced-colors:bg-[Highlight] max-sm:forced-colors:text-[HighlightText] max-sm:forced-colors:forced-color-adjust-none',
        )}
      >
        {icon}
      </span>
      <span className="max-sm:max-w-full max-sm:truncate">
        <TextHiddenOnPhone>{before}</TextHiddenOnPhone>
        {/* Another language may shorten a label to other words. */}
        {after === undefined ? (
          <span aria-hidden className="sm:hidden">
            {short}
          </span>
        ) : (
          short
        )}
        <TextHiddenOnPhone>{after}</TextHiddenOnPhone>
      </span>
      {mark}
    </button>
  );
}

const TextHiddenOnPhone = ({ children }: { children: string | undefined }) =>
  children !== '' && <span className="max-sm:sr-only">{children}</span>;

const panelId = (id: string): string => `${id}-panel`;

export const panelProps = (id: string, name: string) => ({
  id: panelId(id),
  role: 'tabpanel' as const,
  'aria-labelledby': `${id}-${name}`,
});
