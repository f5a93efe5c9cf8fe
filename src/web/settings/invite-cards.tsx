import { useState } from 'react';
import type { RegistrationMode } from '#domain/settings/settings';
import { call } from '#web/api.ts';
import { useForm } from '#web/forms/use-form.ts';
import { goTo } from '#web/browser/navigation.ts';
import { Invite, Link, QrCode } from '#web/people/invite.tsx';
import { appAddressOf, isReachable, useSetUp } from '#web/live/use-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useToast } from '#web/ui/toast.tsx';

const NewLinkQuestion = onDemand(() => import('#web/ui/discard-question.tsx'));

export function InviteCards({ registration }: { registration: RegistrationMode }) {
  const query = useSetUp();
  const { data: setUp } = query;
  const waiting = <LoadState title="This could not be loaded." query={query} shape="h-20" />;
  return (
    <>
      <TitledCard title="Invite People" className="grid gap-4">
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
      </TitledCard>
      {setUp && isReachable(appAddressOf(setUp)) && (
        <TitledCard title="Clock In from a Phone" className="grid gap-4">
          <Phone address={appAddressOf(setUp)} />
        </TitledCard>
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

function NewLink() {
  const [isAsking, setAsking] = useState(false);
  const { run, problem, isSubmitting } = useForm();
  const showToast = useToast();
  const renew = async () => {
    const answer = await call('renewInvitation', {});
    if (answer.ok) showToast('This is the new link.');
    return answer;
  };
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-4">
      <Button size="small" isBusy={isSubmitting} onClick={() => setAsking(true)}>
        New link...
      </Button>
      <Problem text={problem} />
      {isAsking && (
        <NewLinkQuestion
          words={{
            title: 'Create a new link?',
            text: 'The current link and its posters stop working. People who have joined stay.',
            keep: 'Keep this one',
            discard: 'Create a new link',
          }}
          onKeep={() => setAsking(false)}
          onDiscard={() => {
            setAsking(false);
            void run(renew);
          }}
        />
      )}
    </div>
  );
}
