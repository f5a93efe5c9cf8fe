import { Mail, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RegistrationMode } from '#domain/settings/settings';
import { call } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Invite } from '#web/people/invite.tsx';
import { TestMail } from './test-mail.tsx';
import { useSetUp } from '#web/live/use-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { TitledCard } from '#web/ui/card.tsx';

export function Section({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <TitledCard
      hasPopup
      title={title}
      aside={<span className="text-muted">{icon}</span>}
      className="grid gap-4"
    >
      {children}
    </TitledCard>
  );
}

export function PeopleCards({ registration }: { registration: RegistrationMode }) {
  const query = useSetUp();
  const { data: setUp } = query;
  const waiting = <LoadState title="This could not be loaded." query={query} shape="h-20" />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
      <Section title="Invite People" icon={<UserPlus size={18} />}>
        {registration === 'off' ? (
          <p className="text-sm text-muted">
            Nobody can register now. Add people in Employee Management, or change 'Who Can Register' above.
          </p>
        ) : setUp ? (
          <>
            <Invite setUp={setUp} />
            {setUp.invitation !== null && <NewLink />}
          </>
        ) : (
          waiting
        )}
      </Section>
      <Section title="Email" icon={<Mail size={18} />}>
        {setUp ? <TestMail {...setUp} /> : waiting}
      </Section>
    </div>
  );
}

/** Asks before it renews the link: posters with the old link stop working. */
function NewLink() {
  const [state, setState] = useState<'resting' | 'asking' | 'done'>('resting');
  const { run, problem, isSubmitting } = useForm();
  const renew = async () => {
    const answer = await call('renewInvitation', {});
    setState(answer.ok ? 'done' : 'resting');
    return answer;
  };
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-4 text-sm">
      {state === 'asking' ? (
        <>
          <p>The current link and its posters stop working. People who have joined stay.</p>
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => void run(renew)} isBusy={isSubmitting}>
              Create a new link
            </Button>
            <Button size="small" look="quiet" onClick={() => setState('resting')}>
              Keep this one
            </Button>
          </div>
        </>
      ) : (
        <Button size="small" onClick={() => setState('asking')}>
          New link...
        </Button>
      )}
      <p role="status" className="text-muted empty:hidden">
        {state === 'done' ? 'This is the new link.' : ''}
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {problem}
      </p>
    </div>
  );
}
