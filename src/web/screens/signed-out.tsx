/** For those who are not signed in: login or registration (spec §2). */
import { useEffect, useState } from 'react';
import { closeOver, openOver, useOpened, usePlace, useTitle } from '#web/browser/navigation.ts';
import { setNotice } from '#web/session/auth.ts';
import { EntryPage } from '#web/frame/entry-page.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Login } from './login/login.tsx';

const Join = onDemand(() => import('./join/join.tsx'));

/** Registration is fetched when the login page has long been drawn. */
const IDLE_MS = 1000;

export function SignedOutScreens() {
  const isJoining = useOpened('join') !== undefined;
  const invitation = useInvitation();
  const [email, setEmail] = useState('');
  useTitle(isJoining ? 'Join' : 'Sign in');
  useEffect(() => {
    const timer = setTimeout(() => void Join.prepare(), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const toJoin = () => {
    setNotice(null);
    void Join.prepare().then(() => openOver('join'));
  };
  const toLogin = (known: string) => {
    setEmail(known);
    closeOver('join');
  };
  return (
    <EntryPage>
      {isJoining ? (
        <Join invitation={invitation} onLeave={toLogin} />
      ) : (
        <Login email={email} onJoin={toJoin} />
      )}
    </EntryPage>
  );
}

/** What an invitation link carries, `#join/<this>`; it holds until the page is left, whatever else is looked at. */
function useInvitation(): string | undefined {
  const named = usePlace(({ path: [first, second] }) =>
    first === 'join' && second !== undefined && INVITATION.test(second) ? second : undefined,
  );
  const [known, setKnown] = useState(named);
  if (named !== undefined && named !== known) setKnown(named);
  return named ?? known;
}
const INVITATION = /^[\w-]{22}$/;
