import { say } from '#texts/say';
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
  const waiting = <LoadState title={say('settings.partNotLoaded')} query={query} shape="h-20" />;
  return (
    <>
      <TitledCard title={say('invite.title')} className="grid gap-4">
        {registration === 'off' ? (
          <p className="text-sm text-muted">{say('invite.nobodyCan')}</p>
        ) : setUp ? (
          <>
            <p className="-mt-2 text-sm text-muted">{say('invite.threeSteps')}</p>
            <Invite setUp={setUp} />
            {setUp.invitation !== null && <NewLink />}
          </>
        ) : (
          waiting
        )}
        <Button size="small" onClick={() => goTo(['employees', 'add'], {})} className="justify-self-start">
          {say('invite.addYourself')}
        </Button>
      </TitledCard>
      {setUp && isReachable(appAddressOf(setUp)) && (
        <TitledCard title={say('invite.fromPhone')} className="grid gap-4">
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
      <p className="-mt-2 text-sm text-muted">{say('invite.phoneText')}</p>
      <Link href={address} label={say('invite.copyAddress')} />
      {isShown ? (
        <div className="w-48">
          <QrCode text={address} label={say('invite.codeOf', { address })} />
        </div>
      ) : (
        <Button size="small" onClick={() => setShown(true)} className="justify-self-start">
          {say('invite.showCode')}
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
    if (answer.ok) showToast(say('invite.isNew'));
    return answer;
  };
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-4">
      <Button size="small" isBusy={isSubmitting} onClick={() => setAsking(true)}>
        {say('invite.newLink')}
      </Button>
      <Problem text={problem} />
      {isAsking && (
        <NewLinkQuestion
          words={{
            title: say('invite.newQuestion'),
            text: say('invite.newText'),
            keep: say('invite.keep'),
            discard: say('invite.create'),
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
