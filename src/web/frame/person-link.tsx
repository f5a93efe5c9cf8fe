import type { ReactNode } from 'react';
import { openOver, usePlace } from '#web/browser/navigation.ts';
import { personAt } from '#web/browser/place.ts';
import { classes } from '#web/ui/classes.ts';
import { PersonName, type Person } from './which-person.tsx';

interface PersonLinkProps {
  person: Person;
  /** In a list, where a finger finds nothing else above and below it. */
  isRoomy?: boolean;
  className?: string;
  /** Another spelling of the name, as it stands in a sentence say. */
  children?: ReactNode;
}

/** A name. A press opens the person, over whatever is there (admins only). */
export const PersonLink = ({ person, isRoomy = false, className, children }: PersonLinkProps) => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={() => openOver(person.id)}
    className={classes(
      '-my-0.5 rounded-sm py-0.5 text-left wrap-anywhere underline-offset-4 select-text hover:underline print:py-0',
      isRoomy &&
        'pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5',
      className,
    )}
  >
    {children ?? <PersonName person={person} />}
  </button>
);

/** Whether somebody is open over what is there. */
export const useIsPersonOpen = (): boolean => usePlace(personAt) !== undefined;
