import { say } from '#texts/say';
import { useEffect, useState } from 'react';
import type { OutputOf } from '#contract/routes';
import { initials } from '#domain/people/employee';
import { call } from '#web/api.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { useOptions } from './connection.ts';
import { registerBadge, show, type PersonId, type Task, type Visit } from './flow.ts';
import { Actions, BackButton, PressButton, Title } from './frame.tsx';

const TYPED_MS = 200;
const SEARCH_MIN = 2;

/** @returns null while nobody is asked for; `'failed'` when they could not be loaded */
function usePeople(isAsked: boolean, search: string): OutputOf<'kioskPeople'>['people'] | 'failed' | null {
  const [people, setPeople] = useState<ReturnType<typeof usePeople>>(null);
  useEffect(() => {
    if (!isAsked) return setPeople(null);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await call('kioskPeople', { search }, { signal: abort.signal }).catch(() => null);
      if (answer) setPeople(answer.ok ? answer.value.people : 'failed');
    }, TYPED_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isAsked, search]);
  return people;
}

interface WhoFormProps {
  /** By employee ID: for a kiosk that knows nobody, without a network or with names hidden. */
  by: 'name' | 'id';
  title: string;
  submit: string;
  onChoose: (id: PersonId, name?: string) => void;
}

function WhoForm({ by, title, submit, onChoose }: WhoFormProps) {
  const isList = useOptions()?.names === 'list';
  const [text, setText] = useState('');
  const typed = text.trim();
  const isName = by === 'name';
  const people = usePeople(isName && (isList || typed.length >= SEARCH_MIN), typed);
  return (
    <form
      className="mb-auto grid w-full max-w-240 justify-items-center gap-4 sm:gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isName && typed !== '') onChoose({ employeeId: typed });
      }}
    >
      <Title>
        <label htmlFor="who">{title}</label>
      </Title>
      <input
        id="who"
        // A keyboard on the screen would cover the list.
        ref={isName && isList ? undefined : (field) => field?.focus()}
        type={isName ? 'search' : 'text'}
        autoComplete="off"
        autoCapitalize={isName ? 'words' : 'characters'}
        spellCheck={false}
        maxLength={40}
        placeholder={isName ? say('kiosk.searchHint') : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-h-16 w-full max-w-160 rounded-lg border-2 border-control bg-surface px-4 text-xl select-text sm:px-6 sm:text-2xl"
      />
      <Actions>
        {!isName && (
          <PressButton type="submit" look="primary" disabled={typed === ''}>
            {submit}
          </PressButton>
        )}
        <BackButton />
      </Actions>
      <p role="status" className="text-xl text-muted empty:hidden">
        {people === 'failed' ? say('kiosk.notYou') : people?.length === 0 ? say('kiosk.nobodyFound') : null}
      </p>
      <ul className="grid w-full gap-3 sm:grid-cols-2">
        {people !== 'failed' &&
          people?.map(({ id, name }) => (
            <li key={id}>
              <PressButton
                className="w-full justify-start py-2 text-start"
                onClick={() => onChoose({ userId: id }, name)}
              >
                <Avatar letters={initials(name)} of={id} />
                <span className="min-w-0 wrap-anywhere">{name}</span>
              </PressButton>
            </li>
          ))}
      </ul>
    </form>
  );
}

/** An administrator comes for something else than a punch. */
export function IdentifyScreen({ by, task }: { by: 'name' | 'id'; task: Task }) {
  const ownTitle = by === 'name' ? say('kiosk.search') : say('kiosk.employeeId');
  return (
    <WhoForm
      by={by}
      title={task.kind === 'punch' ? ownTitle : say('kiosk.adminBadge')}
      submit={say('kiosk.enterPin')}
      onChoose={(id, name) => show({ name: 'pin', visit: { id, name, task } })}
    />
  );
}

export const WhoseScreen = ({ visit, badge }: { visit: Visit; badge: string }) => (
  <WhoForm
    by={useOptions()?.names === 'hidden' ? 'id' : 'name'}
    title={say('kiosk.whose')}
    submit={say('kiosk.register')}
    onChoose={(id) => void registerBadge(visit, badge, id)}
  />
);
