import { Smartphone, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { RegistrationMode } from '#domain/settings/settings';
import { call } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { goTo } from '#web/browser/navigation.ts';
import { Invite, Link, QrCode } from '#web/people/invite.tsx';
import { appAddressOf, isReachable, useSetUp } from '#web/live/use-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { Section } from './section.tsx';

export function InviteCards({ registration }: { registration: RegistrationMode }) {
  const query = useSetUp();
  const { data: setUp } = query;
  const waiting = <LoadState title="This could not be loaded." query={query} shape="h-20" />;
  return (
    <>
      <Section title="Invite People" icon={<UserPlus size={18} />}>
        {registration === 'off' ? (
          <p className="text-sm text-muted">
            Nobody can register now. Add people yourself, or change 'Who Can Register' above.
          </p>
        ) : setUp ? (
          <>
            <p className="-mt-2 text-sm text-muted">
              People open this link and create an account in three short steps.
            </p>
            <Invite setUp={setUp} />
            {setUp.invitation !== null && <NewLink />}
          </>
        ) : (
          waiting
        )}
        <Button size="small" onClick={() => goTo(['employees', 'add'], {})} className="justify-self-start">
          Add somebody yourself
        </Button>
      </Section>
      {setUp && isReachable(appAddressOf(setUp)) && (
        <Section title="Clock In from a Phone" icon={<Smartphone size={18} />}>
          <Phone address={appAddressOf(setUp)} />
        </Section>
      )}
    </>
  );
}

function Phone({ address }: { address: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <p className="-mt-2 text-sm text-muted">
        Point the phone's camera at the code and sign in. 'Add to home screen' in the browser's menu installs
        it as an app.
      </p>
      <Link href={address} label="Copy address" />
      {isShown ? (
        <div className="w-48">
          <QrCode text={address} label={`QR code of ${address}`} />
        </div>
      ) : (
        <Button size="small" onClick={() => setShown(true)} className="justify-self-start">
          Show the QR code
        </Button>
      )}
    </>
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
