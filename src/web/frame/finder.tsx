/** Ctrl K: people, views and actions by what is typed of them. Loaded when it is pressed. */
import { KeyRound, Keyboard, LogOut, SunMoon, UserPen } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { User } from '#contract/records';
import { initials, foldForSearch } from '#domain/people/employee';
import { openOver } from '#web/browser/navigation.ts';
import { fetched } from '#web/live/use-asked.ts';
import { THEMES, THEME_LABELS, chooseTheme } from '#web/browser/theme.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import Palette, { type PaletteChoice, type PaletteGroup } from '#web/ui/palette.tsx';
import type { QuickActionsProps, QuickAction } from './quick-actions.tsx';

/** How the finder finds: every word that was typed, whatever its case and its accents. */
interface Findable {
  readonly label: string;
  readonly words?: string;
}

/** Prepared once, since folding thousands of names at each letter would be felt. */
type Prepared<Item> = readonly { readonly item: Item; readonly label: string; readonly all: string }[];

export const prepare = <Item extends Findable>(items: readonly Item[]): Prepared<Item> =>
  items.map((item) => {
    const label = foldForSearch(item.label);
    return { item, label, all: `${label} ${foldForSearch(item.words ?? '')}` };
  });

/** Those that hold all words typed, first those whose label begins with them, then those that have a word that does. */
export function found<Item>(among: Prepared<Item>, typed: string): Item[] {
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

export default function Finder({ ways, onSignOut, onClose }: QuickActionsProps & { onClose: () => void }) {
  const { openPerson } = ways;
  const query = useQuery({
    queryKey: ['finder'],
    queryFn: ({ signal }) => fetched('employees', {}, signal),
    enabled: openPerson !== undefined,
    gcTime: 0,
  });
  const people = query.data?.employees;
  const views = useMemo(() => prepare(ways.views), [ways]);
  const actions = useMemo(() => prepare([...ways.actions, ...ownActions(onSignOut)]), [ways, onSignOut]);
  const persons = useMemo(
    () => prepare((people ?? []).map((person) => ({ person, label: person.name, words: wordsOf(person) }))),
    [people],
  );
  const find = (typed: string): PaletteGroup[] => {
    const someone = typed.trim() === '' ? [] : found(persons, typed);
    return [
      {
        label: 'People',
        items: someone
          .slice(0, PEOPLE_SHOWN)
          .map(({ person }) => choiceOfPerson(person, () => openPerson?.(person.id))),
        hidden: Math.max(0, someone.length - PEOPLE_SHOWN),
      },
      { label: 'Views', items: found(views, typed).map(choiceOf) },
      { label: 'Actions', items: found(actions, typed).map(choiceOf) },
    ];
  };
  return (
    <Palette
      label={openPerson ? 'Find people, views and actions' : 'Find views and actions'}
      placeholder={openPerson ? 'Find a person, a view or an action' : 'Find a view or an action'}
      nothing={openPerson ? 'No person, view or action matches.' : 'No view or action matches.'}
      find={find}
      onClose={onClose}
      note={
        query.error ? (
          <LoadFailure title="People could not be loaded." query={query} className="p-2" />
        ) : undefined
      }
    />
  );
}

const wordsOf = ({ email, employeeId }: User): string => `${email} ${employeeId}`;

const choiceOf = ({ label, icon, go }: QuickAction): PaletteChoice => ({
  id: label.replaceAll(/[^A-Za-z]+/g, '-'),
  label,
  icon: <span className="grid size-7 shrink-0 place-items-center text-muted">{icon}</span>,
  choose: go,
});

const choiceOfPerson = (person: User, choose: () => void): PaletteChoice => ({
  id: person.id,
  label: person.name,
  more: person.isActive ? person.email : `Inactive, ${person.email}`,
  icon: <Avatar letters={initials(person.name)} of={person.id} size="small" />,
  choose,
});

const ownActions = (onSignOut: () => void): QuickAction[] => [
  ...THEMES.map((theme) => ({
    label: `Theme: ${THEME_LABELS[theme]}`,
    words: 'appearance colours mode',
    icon: <SunMoon size={18} />,
    go: () => chooseTheme(theme),
  })),
  {
    label: 'Change name',
    words: 'profile account',
    icon: <UserPen size={18} />,
    go: () => openOver('change-name'),
  },
  {
    label: 'Change password',
    words: 'profile account security',
    icon: <KeyRound size={18} />,
    go: () => openOver('change-password'),
  },
  {
    label: 'Keyboard shortcuts',
    words: 'keys help',
    icon: <Keyboard size={18} />,
    go: () => openOver('keys'),
  },
  { label: 'Sign Out', words: 'log out leave', icon: <LogOut size={18} />, go: onSignOut },
];
