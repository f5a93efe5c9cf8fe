/** The employee id beside a name that can be taken for somebody else's. */
import { createContext, use, useMemo, type ReactNode } from 'react';
import { confusableIds } from '#domain/people/confusable-names';

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
