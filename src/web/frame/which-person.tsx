/** The employee id beside a name that can be taken for somebody else's. */
import { type ReactNode, createContext, use, useMemo } from 'react';
import { confusableIds } from '#domain/people/confusable-names';
import { openOver, usePlace } from '#web/browser/navigation.ts';
import { personAt } from '#web/browser/place.ts';
import { classes } from '#web/ui/classes.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}
export type Person = Named & { readonly employeeId: string };

const Confusable = createContext<ReadonlySet<string>>(new Set());

/** Among whom the names inside are told apart. @param people the same list as long as nobody in it changes */
export function Namesakes({ people, children }: { people: readonly Named[]; children: ReactNode }) {
  const confusable = useMemo(() => confusableIds(people), [people]);
  return <Confusable value={confusable}>{children}</Confusable>;
}

/** The id, in front of it a blank; nothing where the name is nobody else's. */
export const WhichPerson = ({ id, employeeId }: { id: string; employeeId: string }) =>
  use(Confusable).has(id) && (
    <>
      {' '}
      <span className="font-normal whitespace-nowrap text-muted">{employeeId}</span>
    </>
  );

export const PersonName = ({ person }: { person: Person }) => (
  <>
    {person.name}
    <WhichPerson id={person.id} employeeId={person.employeeId} />
  </>
);

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
