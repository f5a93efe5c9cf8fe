/** spec §2 detail modal: who somebody is, what they are doing, and what waits for an administrator. */
import { say } from '#texts/say';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { waitingSide } from '#domain/correction/state';
import { formatDate } from '#domain/time/format';
import { openOver } from '#web/browser/navigation.ts';
import { CorrectionChanges } from '#web/corrections/old-and-new.tsx';
import type { ShownPerson } from '#web/people/use-person.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { PersonState } from './person-state.tsx';

export const PersonFacts = ({ shown }: { shown: ShownPerson }) => (
  <>
    {(shown.view.user.role === 'employee' || shown.entries.length > 0) && <PersonState shown={shown} />}
    <WaitingRequests shown={shown} />
  </>
);

function WaitingRequests({ shown: { view, zone } }: { shown: ShownPerson }) {
  const waiting = view.corrections.filter(({ state }) => waitingSide(state) === 'admin');
  if (waiting.length === 0) return null;
  return (
    <Section title={say('person.toReview')}>
      <ul className="divide-y divide-line">
        {waiting.map((correction) => (
          <li key={correction.id} className="flex items-center justify-between gap-3 py-2 text-sm">
            <div className="min-w-0">
              <p className="text-muted tabular-nums">{formatDate(correction.day, zone)}</p>
              <CorrectionChanges correction={correction} zone={zone} />
            </div>
            <Button size="small" onClick={() => openOver('request', correction.id)}>
              {say('request.review')}
              <span className="sr-only"> {formatDate(correction.day, zone)}</span>
              <ChevronRight size={16} />
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export const Fields = ({ user, zone }: { user: User; zone: string }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
    <Field name={say('employee.id')}>{user.employeeId}</Field>
    {user.employedSince !== '' && (
      <Field name={say('employee.since')}>{formatDate(user.employedSince, zone)}</Field>
    )}
    {user.payrollNumber !== '' && <Field name={say('employee.payrollNumber')}>{user.payrollNumber}</Field>}
    <Field name={say('employee.position')}>{user.position}</Field>
    <Field name={say('employee.studio')}>{user.department}</Field>
    <Field name={say('employee.hub')}>{user.hub || '-'}</Field>
    <Field name={say('person.memberSince')}>{formatDate(toEpochMs(user.createdAt), zone)}</Field>
    <Field name={say('employee.email')} className="col-span-2">
      <Address of={user.email} />
    </Field>
  </dl>
);

/** Lets a long email address break before the '@'. */
const Address = ({ of }: { of: string }) => {
  const at = of.lastIndexOf('@');
  return [of.slice(0, at), <wbr key="host" />, of.slice(at)];
};

type FieldProps = { name: string; className?: string; children: ReactNode };

const Field = ({ name, className = '', children }: FieldProps) => (
  <div className={`min-w-0 ${className}`}>
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="text-sm wrap-anywhere">{children}</dd>
  </div>
);
