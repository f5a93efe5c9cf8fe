/** For those who are not signed in: login or registration, by internal state (spec §2). */
import { lazy, startTransition, Suspense, useEffect, useState } from 'react';
import { setNotice } from '#web/session/auth.ts';
import { EntryPage } from '#web/frame/entry-page.tsx';
import { LoadingScreen } from '#web/frame/loading-screen.tsx';
import { Login } from './login/login.tsx';

const loadJoin = () => import('./join/join.tsx');
const Join = lazy(loadJoin);

/** Registration is fetched when the login page has long been drawn. */
const IDLE_MS = 1000;

export function SignedOutScreens() {
  const [view, setView] = useState<'login' | 'join'>('login');
  const [email, setEmail] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => void loadJoin().catch(() => undefined), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const toJoin = () => {
    setNotice(null);
    startTransition(() => setView('join'));
  };
  const toLogin = (known: string) => {
    setEmail(known);
    setView('login');
  };
  return (
    <Suspense fallback={<LoadingScreen />}>
      <EntryPage>
        {view === 'login' ? <Login email={email} onJoin={toJoin} /> : <Join onLeave={toLogin} />}
      </EntryPage>
    </Suspense>
  );
}
