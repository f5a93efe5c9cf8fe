/** Ctrl K: people, views and actions by what is typed of them. Loaded when it is pressed. */
import { Keyboard, KeyRound, LogOut, SunMoon, UserPen } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { User } from '#contract/records';
import { initials } from '#domain/employee';
import { call } from '#web/api.ts';
import { openOver } from '#web/browser/navigation.ts';
import { chooseTheme, THEME_LABELS, THEMES } from '#web/browser/theme.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { RetryBanner } from '#web/ui/banner.tsx';
import Palette, { type PaletteChoice, type PaletteGroup } from '#web/ui/palette.tsx';
import { found, prepare } from './finding.ts';
import type { QuickWaysProps, Way } from './quick-ways.tsx';

const PEOPLE_SHOWN = 8;

export default function Finder({ ways, onSignOut, onClose }: QuickWaysProps & { onClose: () => void }) {
  const { openPerson } = ways;
  const { people, problem, ask } = usePeople(openPerson !== undefined);
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
        choices: someone
          .slice(0, PEOPLE_SHOWN)
          .map(({ person }) => choiceOfPerson(person, () => openPerson?.(person.id))),
        hidden: Math.max(0, someone.length - PEOPLE_SHOWN),
      },
      { label: 'Views', choices: found(views, typed).map(choiceOf) },
      { label: 'Actions', choices: found(actions, typed).map(choiceOf) },
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
        problem === null ? undefined : (
          <div role="alert" className="p-2">
            <RetryBanner title="People could not be loaded." onRetry={ask}>
              {problem}
            </RetryBanner>
          </div>
        )
      }
    />
  );
}

const wordsOf = ({ email, employeeId }: User): string => `${email} ${employeeId}`;

const choiceOf = ({ label, icon, go }: Way): PaletteChoice => ({
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

/** What everybody can do from anywhere. */
const ownActions = (onSignOut: () => void): Way[] => [
  ...THEMES.map((theme) => ({
    label: `Theme: ${THEME_LABELS[theme]}`,
    words: 'appearance colours mode',
    icon: <SunMoon aria-hidden size={18} />,
    go: () => chooseTheme(theme),
  })),
  {
    label: 'Change name',
    words: 'profile account',
    icon: <UserPen aria-hidden size={18} />,
    go: () => openOver('change-name'),
  },
  {
    label: 'Change password',
    words: 'profile account security',
    icon: <KeyRound aria-hidden size={18} />,
    go: () => openOver('change-password'),
  },
  {
    label: 'Keyboard shortcuts',
    words: 'keys help',
    icon: <Keyboard aria-hidden size={18} />,
    go: () => openOver('keys'),
  },
  { label: 'Sign Out', words: 'log out leave', icon: <LogOut aria-hidden size={18} />, go: onSignOut },
];

/** Everybody, asked for when the finder opens. */
function usePeople(isAsked: boolean) {
  const [people, setPeople] = useState<readonly User[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!isAsked) return;
    let isGone = false;
    void call('employees', {}).then((answer) => {
      if (isGone) return;
      if (answer.ok) setPeople(answer.value.employees);
      else setProblem(answer.failure.message);
    });
    return () => {
      isGone = true;
    };
  }, [isAsked, tries]);
  const ask = () => {
    setProblem(null);
    setTries(tries + 1);
  };
  return { people, problem, ask };
}
