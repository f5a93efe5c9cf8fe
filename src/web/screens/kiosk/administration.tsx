import { say } from '#texts/say';
import { Printer } from 'lucide-react';
import type { OutputOf } from '#contract/routes';
import type { Who } from '#contract/kiosk/kiosk';
import { toEpochMs } from '#contract/wire';
import { formatTime } from '#domain/time/format';
import { useConnection } from './connection.ts';
import { registerBadge, show, showWaiting, type Task } from './flow.ts';
import { PressButton, Title } from './frame.tsx';
import { EmployeeIdForm, PeopleScreen } from './people.tsx';

/** An administrator says who they are, by a badge or an employee ID; then the PIN is asked for. */
export const AdminScreen = ({ task }: { task: Task }) => (
  <EmployeeIdForm
    title={say('kiosk.adminBadge')}
    onEnter={(employeeId) => show({ name: 'pin', who: { employeeId }, task })}
  />
);

export function WhoseScreen({ badge, admin }: { badge: string; admin: Who }) {
  const isHidden = useConnection(({ view }) => view?.options.names === 'hidden');
  const title = say('kiosk.whose');
  return isHidden ? (
    <EmployeeIdForm
      title={title}
      submit={say('kiosk.register')}
      onEnter={(employeeId) => void registerBadge(admin, badge, { employeeId })}
    />
  ) : (
    <PeopleScreen title={title} onChoose={({ userId }) => void registerBadge(admin, badge, { userId })} />
  );
}

export function InsideScreen({ list: { now, people } }: { list: OutputOf<'kioskWhoIsIn'> }) {
  const zone = useConnection((state) => state.view?.workplace.zones ?? 'UTC');
  const timeOf = (instant: string) => formatTime(toEpochMs(instant), zone);
  return (
    <section className="grid w-full max-w-240 gap-4 text-start">
      <Title>
        {people.length === 0
          ? say('kiosk.nobodyIn')
          : say('kiosk.peopleIn', { count: people.length, time: timeOf(now) })}
      </Title>
      <ul aria-label={say('kiosk.whoIsIn')} className="divide-y divide-line border-y border-line text-xl">
        {people.map(({ name, department, since }) => (
          <li key={`${name} ${since}`} className="flex flex-wrap justify-between gap-x-6 py-2">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="text-muted">
              {department} · {say('kiosk.since', { time: timeOf(since) })}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-4 print:hidden">
        <PressButton look="primary" onClick={() => print()}>
          <Printer size={24} />
          {say('kiosk.print')}
        </PressButton>
        <PressButton onClick={showWaiting}>{say('kiosk.done')}</PressButton>
      </div>
    </section>
  );
}
