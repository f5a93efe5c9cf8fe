/** Shows the employee id beside names that two people have. */
import { type ReactNode, createContext, use, useMemo } from 'react';
import { confusableIds } from '#domain/people/confusable-names';
import { currentPlace, goTo, usePlace } from '#web/browser/navigation.ts';
import { pathOfPerson, personIdAt } from '#web/browser/place.ts';
import { classes } from '#web/ui/classes.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}
export type Person = Named & { readonly employeeId: string };

const AmbiguousIds = createContext<ReadonlySet<string>>(new Set());

/** @param people must be the same array at each render, or all names below render again */
export function AmbiguousNames({ people, children }: { people: readonly Named[]; children: ReactNode }) {
  const confusable = useMemo(() => confusableIds(people), [people]);
  return <AmbiguousIds value={confusable}>{children}</AmbiguousIds>;
}

/** Shows a space and the employee ID if several people have this name, else nothing. */
export const EmployeeIdIfAmbiguous = ({ id, employeeId }: { id: string; employeeId: string }) =>
  use(AmbiguousIds).has(id) && (
    <>
      {' '}
      <span className="font-normal whitespace-nowrap text-muted">{employeeId}</span>
    </>
  );

export const PersonName = ({ person }: { person: Person }) => (
  <>
    {person.name}
    <EmployeeIdIfAmbiguous id={person.id} employeeId={person.employeeId} />
  </>
);

interface PersonLinkProps {
  person: Person;
  hasLargeTapArea?: boolean;
  tabIndex?: number;
  className?: string;
  children?: ReactNode;
}

export const openPerson = (id: string): void => goTo(pathOfPerson(currentPlace(), id));

/** Opens the person's page (admins only). */
export const PersonLink = ({
  person,
  hasLargeTapArea = false,
  className,
  children,
  ...rest
}: PersonLinkProps) => (
  <button
    type="button"
    {...rest}
    onClick={() => openPerson(person.id)}
    className={classes(
      '-my-0.5 rounded-sm py-0.5 text-start wrap-anywhere underline-offset-4 select-text hover:underline print:py-0',
      hasLargeTapArea &&
        'pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5',
      className,
    )}
  >
    {children ?? <PersonName person={person} />}
  </button>
);

export const useIsPersonDialogOpen = (): boolean => usePlace(personIdAt) !== undefined;
