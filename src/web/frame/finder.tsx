/** Search (Ctrl K) for people, screens and actions. This code is loaded when the search is first opened. */
import { say } from '#texts/say';
import { Autocomplete } from '@base-ui/react/autocomplete';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { KeyRound, Keyboard, LogOut, Search, ShieldCheck, SunMoon, UserPen } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { User } from '#contract/records';
import { initials, foldForSearch } from '#domain/people/employee';
import { openOver } from '#web/browser/navigation.ts';
import { fetchRoute } from '#web/live/use-live-query.ts';
import { THEMES, THEME_LABELS, chooseTheme } from '#web/browser/theme.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import type { QuickActionsProps, QuickAction } from './quick-actions.tsx';

interface Findable {
  readonly label: string;
  readonly words?: string;
}

/** Items with folded text: folding thousands of names again at each typed letter would be slow. */
type Prepared<Item> = readonly { readonly item: Item; readonly label: string; readonly all: string }[];

export const toSearchable = <Item extends Findable>(items: readonly Item[]): Prepared<Item> =>
  items.map((item) => {
    const label = foldForSearch(item.label);
    return { item, label, all: `${label} ${foldForSearch(item.words ?? '')}` };
  });

/**
 * Finds items with all typed words. Labels that begin with the text come first, then labels in which each typed word
 * begins a word.
 */
export function searchItems<Item>(among: Prepared<Item>, typed: string): Item[] {
  const wanted = foldForSearch(typed).trim();
  if (wanted === '') return among.map(({ item }) => item);
  const words = wanted.split(/\s+/);
  const rank = (label: string): number =>
    label.startsWith(wanted) ? 0 : words.every((word) => ` ${label}`.includes(` ${word}`)) ? 1 : 2;
  return among
    .filter(({ all }) => words.every((word) => all.includes(word)))
    .map(({ item, label }) => ({ item, rank: rank(label) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

const PEOPLE_SHOWN = 8;

interface Choice extends QuickAction {
  readonly id: string;
  /** Further text that tells people with the same name apart. */
  readonly more?: string;
}

interface Group {
  readonly label: string;
  readonly items: readonly Choice[];
  readonly hidden?: number;
}

/** Focuses the field at once: the dialog would do so a moment later, and the first typed letters would be lost. */
const focus = (field: HTMLInputElement | null) => field?.focus();

export default function Finder({
  quickActions,
  onSignOut,
  onClose,
}: QuickActionsProps & { onClose: () => void }) {
  const [known] = useState(quickActions);
  const { openPerson } = known;
  const [typed, setTyped] = useState('');
  const query = useQuery({
    queryKey: ['finder'],
    queryFn: ({ signal }) => fetchRoute('employees', {}, signal),
    enabled: openPerson !== undefined,
    gcTime: 0,
  });
  const people = query.data?.employees;
  const views = useMemo(() => toSearchable(known.views), [known]);
  const actions = useMemo(
    () => toSearchable([...known.actions, ...ownActions(onSignOut)]),
    [known, onSignOut],
  );
  const settings = useMemo(() => toSearchable(known.settings ?? []), [known]);
  const persons = useMemo(
    () =>
      toSearchable((people ?? []).map((person) => ({ person, label: person.name, words: wordsOf(person) }))),
    [people],
  );
  const matchingPeople = typed.trim() === '' ? [] : searchItems(persons, typed);
  const all: Group[] = [
    {
      label: say('find.people'),
      items: matchingPeople
        .slice(0, PEOPLE_SHOWN)
        .map(({ person }) => choiceOfPerson(person, () => openPerson?.(person.id))),
      hidden: Math.max(0, matchingPeople.length - PEOPLE_SHOWN),
    },
    { label: say('find.views'), items: searchItems(views, typed).map(choiceOf) },
    { label: say('find.actions'), items: searchItems(actions, typed).map(choiceOf) },
    {
      label: say('find.settings'),
      items: typed.trim() === '' ? [] : searchItems(settings, typed).map(choiceOf),
    },
  ];
  const groups = all.filter(({ items }) => items.length > 0);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const label = openPerson ? say('find.labelWithPeople') : say('find.label');
  const nothing = openPerson ? say('find.noneWithPeople') : say('find.none');
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
                <Search size={20} className="pointer-events-none absolute top-4.5 inset-s-4 text-muted" />
                <Autocomplete.Input
                  ref={focus}
                  aria-label={label}
                  placeholder={openPerson ? say('find.placeholderWithPeople') : say('find.placeholder')}
                  autoCapitalize="off"
                  spellCheck={false}
                  maxLength={254}
                  className="h-14 w-full bg-surface pe-4 ps-12 text-base outline-none placeholder:text-muted"
                />
              </div>
              <div className="min-h-0 grow overflow-y-auto p-2">
                <Autocomplete.List aria-label={label}>
                  {({ label: of, items }: Group) => (
                    <Autocomplete.Group key={of} items={items}>
                      <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs font-semibold text-muted">
                        {of}
                      </Autocomplete.GroupLabel>
                      <Autocomplete.Collection>
                        {(choice: Choice) => <ChoiceRow key={choice.id} choice={choice} onClose={onClose} />}
                      </Autocomplete.Collection>
                    </Autocomplete.Group>
                  )}
                </Autocomplete.List>
                {groups.map(
                  ({ label: of, hidden = 0 }) =>
                    hidden > 0 && (
                      <p key={of} className="px-2 py-1 text-sm text-muted">
                        {say('find.more', { group: of, count: hidden })}
                      </p>
                    ),
                )}
                {count === 0 && !query.error && <p className="px-2 py-4 text-sm text-muted">{nothing}</p>}
                {query.error && (
                  <LoadFailure title={say('find.peopleNotLoaded')} query={query} className="p-2" />
                )}
              </div>
            </Autocomplete.Root>
            <p role="status" className="sr-only">
              {typed === '' ? '' : count === 0 ? nothing : say('options.found', { count })}
            </p>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}

const ChoiceRow = ({ choice, onClose }: { choice: Choice; onClose: () => void }) => (
  <Autocomplete.Item
    value={choice}
    onClick={() => {
      onClose();
      choice.go();
    }}
    // Set `aria-selected` here, since Base UI sets it only in lists that keep a selection.
    render={(props, { highlighted }) => <div {...props} aria-selected={highlighted} />}
    className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2 py-1 data-highlighted:bg-accent-soft pointer-coarse:min-h-11 forced-colors:data-highlighted:bg-[Highlight] forced-colors:data-highlighted:text-[HighlightText] forced-colors:data-highlighted:forced-color-adjust-none"
  >
    {choice.icon}
    <span className="flex min-w-0 grow items-center gap-x-3 max-sm:flex-col max-sm:items-start">
      <span className="max-w-full min-w-0 grow truncate">{choice.label}</span>
      {choice.more !== undefined && (
        <span className="max-w-full min-w-0 shrink-2 truncate text-sm text-muted forced-colors:text-inherit">
          {choice.more}
        </span>
      )}
    </span>
  </Autocomplete.Item>
);

const wordsOf = ({ email, employeeId }: User): string => `${email} ${employeeId}`;

const choiceOf = (action: QuickAction): Choice => ({
  ...action,
  id: action.label,
  icon: <span className="grid size-7 shrink-0 place-items-center text-muted">{action.icon}</span>,
});

const choiceOfPerson = (person: User, go: () => void): Choice => ({
  id: person.id,
  label: person.name,
  more: person.isActive ? person.email : say('find.inactive', { email: person.email }),
  icon: <Avatar letters={initials(person.name)} of={person.id} size="small" />,
  go,
});

const DIALOGS = [
  { label: 'account.changeName', words: 'find.accountWords', icon: UserPen, segment: 'change-name' },
  {
    label: 'account.security',
    words: 'find.securityWords',
    icon: ShieldCheck,
    segment: 'security',
  },
  {
    label: 'account.changePassword',
    words: 'find.accountWords',
    icon: KeyRound,
    segment: 'change-password',
  },
  { label: 'keys.title', words: 'find.keysWords', icon: Keyboard, segment: 'keys' },
] as const;

const ownActions = (onSignOut: () => void): QuickAction[] => [
  ...THEMES.map((theme) => ({
    label: say('theme.named', { theme: say(THEME_LABELS[theme]) }),
    words: say('find.themeWords'),
    icon: <SunMoon size={18} />,
    go: () => chooseTheme(theme),
  })),
  ...DIALOGS.map(({ label, words, icon: Icon, segment }) => ({
    label: say(label),
    words: say(words),
    icon: <Icon size={18} />,
    go: () => openOver(segment),
  })),
  {
    label: say('common.signOut'),
    words: say('find.signOutWords'),
    icon: <LogOut size={18} />,
    go: onSignOut,
  },
];
