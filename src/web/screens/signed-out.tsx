/** For those who are not signed in: login or registration (spec §2). */
import { useEffect, useState } from 'react';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { useTitle } from '#web/browser/title.ts';
import { setNotice } from '#web/session/auth.ts';
import { EntryPage } from '#web/frame/entry-page.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Login } from './login/login.tsx';

const Join = onDemand(() => import('./join/join.tsx'));

/** Registration is fetched when the login page has long been drawn. */
const IDLE_MS = 1000;

export function SignedOutScreens() {
  const isJoining = useOpened('join') !== undefined;
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
    <EntryPage>{isJoining ? <Join onLeave={toLogin} /> : <Login email={email} onJoin={toJoin} />}</EntryPage>
  );
}
