/** For those who are not signed in: login or registration, by internal state (spec §2). */
import { useEffect, useState } from 'react';
import { setNotice } from '#web/session/auth.ts';
import { EntryPage } from '#web/frame/entry-page.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Login } from './login/login.tsx';

const Join = onDemand(() => import('./join/join.tsx'));

/** Registration is fetched when the login page has long been drawn. */
const IDLE_MS = 1000;

export function SignedOutScreens() {
  const [view, setView] = useState<'login' | 'join'>('login');
  const [email, setEmail] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => void Join.prepare(), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const toJoin = () => {
    setNotice(null);
    void Join.prepare().then(() => setView('join'));
  };
  const toLogin = (known: string) => {
    setEmail(known);
    setView('login');
  };
  return (
    <EntryPage>
      {view === 'login' ? <Login email={email} onJoin={toJoin} /> : <Join onLeave={toLogin} />}
    </EntryPage>
  );
}
