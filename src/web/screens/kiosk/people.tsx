import { say } from '#texts/say';
import { useEffect, useState } from 'react';
import type { OutputOf } from '#contract/routes';
import { initials } from '#domain/people/employee';
import { call } from '#web/api.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { useConnection } from './connection.ts';
import { BackButton, PressButton, Title } from './frame.tsx';

type People = OutputOf<'kioskPeople'>['people'];
const TYPED_MS = 200;
const SEARCH_MIN = 2;
const FIELD =
  'min-h-16 w-full max-w-160 rounded-lg border-2 border-control bg-surface px-6 text-2xl select-text';

/** The screen has no other purpose than this field. */
const focus = (field: HTMLInputElement | null): void => field?.focus();

interface PeopleScreenProps {
  title?: string;
  onChoose: (person: { readonly userId: string; readonly name: string }) => void;
}

export function PeopleScreen({ title = say('kiosk.search'), onChoose }: PeopleScreenProps) {
  const isList = useConnection((now) => now.view?.options.names === 'list');
  const [typed, setTyped] = useState('');
  const [people, setPeople] = useState<People | null>(null);
  const [isFailed, setFailed] = useState(false);
  const isAsked = isList || typed.trim().length >= SEARCH_MIN;
  useEffect(() => {
    if (!isAsked) return setPeople(null);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await call('kioskPeople', { search: typed }, { signal: abort.signal }).catch(() => null);
      if (!answer) return;
      setFailed(!answer.ok);
      if (answer.ok) setPeople(answer.value.people);
    }, TYPED_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed, isAsked]);
  return (
    <section className="grid w-full max-w-240 justify-items-center gap-6">
      <Title>
        <label htmlFor="name">{title}</label>
      </Title>
      <input
        id="name"
        ref={focus}
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={say('kiosk.searchHint')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={FIELD}
      />
      <p role="status" className="text-xl text-muted empty:hidden">
        {isFailed ? say('kiosk.notYou') : people?.length === 0 ? say('kiosk.nobodyFound') : null}
      </p>
      <ul className="grid w-full gap-3 sm:grid-cols-2">
        {people?.map(({ id, name }) => (
          <li key={id}>
            <PressButton
              className="w-full justify-start text-start"
              onClick={() => onChoose({ userId: id, name })}
            >
              <Avatar letters={initials(name)} of={id} />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </PressButton>
          </li>
        ))}
      </ul>
      <BackButton />
    </section>
  );
}

interface EmployeeIdFormProps {
  title?: string;
  submit?: string;
  onEnter: (employeeId: string) => void;
}

/** For a kiosk that knows nobody: without a network, or with names hidden. */
export function EmployeeIdForm({
  title = say('kiosk.employeeId'),
  submit = say('kiosk.enterPin'),
  onEnter,
}: EmployeeIdFormProps) {
  const [employeeId, setEmployeeId] = useState('');
  const typed = employeeId.trim();
  return (
    <form
      className="grid w-full max-w-240 justify-items-center gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') onEnter(typed);
      }}
    >
      <Title>
        <label htmlFor="employee-id">{title}</label>
      </Title>
      <input
        id="employee-id"
        ref={focus}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={employeeId}
        onChange={(event) => setEmployeeId(event.target.value)}
        className={FIELD}
      />
      <div className="flex flex-wrap justify-center gap-4">
        <PressButton type="submit" look="primary" disabled={typed === ''}>
          {submit}
        </PressButton>
        <BackButton />
      </div>
    </form>
  );
}
