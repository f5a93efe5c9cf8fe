// In the first file, since within the file of dialogs it would load them all.
import { say } from '#texts/say';
import '#web/ui/toast-place.tsx';
import { useState, type ReactNode } from 'react';
import { closeOver, openOver, useOpened, usePlace } from './browser/navigation.ts';
import { useTitle } from './session/workplace.ts';
import { setNotice, singleSignOn, useAuth, useHasFirstSteps, type AuthState } from './session/auth.ts';
import { AuthPage } from './frame/entry-page.tsx';
import { ErrorBoundary, DashboardSkeleton, LoadingScreen } from './frame/loading-screen.tsx';
import { AdminSkeleton } from './frame/skeletons.tsx';
import { viewAt, Workday } from './clock/workday.tsx';
import { Login } from './screens/login/login.tsx';
import { useWorkplace, workplace } from './session/workplace.ts';
import { useLanguage, withTexts } from '#web/browser/language.ts';
import { onDemand, usePreload } from './ui/on-demand.tsx';

const AdminDashboard = onDemand(
  () => withTexts('admin', import('./screens/admin/dashboard.tsx')),
  <DashboardSkeleton viewer="admin">
    <AdminSkeleton />
  </DashboardSkeleton>,
);
const EmployeeShape = () => <Workday view={usePlace(viewAt)} />;
const EmployeeDashboard = onDemand(
  () => withTexts('employee', import('./screens/employee/dashboard.tsx')),
  <DashboardSkeleton viewer="employee">
    <EmployeeShape />
  </DashboardSkeleton>,
);
const FirstPassword = onDemand(() => import('./screens/new-password/first.tsx'), <LoadingScreen />);
const ResetPassword = onDemand(() => import('./screens/new-password/reset.tsx'), <LoadingScreen />);

/** Chooses the screen by the table in spec §2: the first matching row. A reset link comes before all rows [D3.6]. */
function screenOf({ user, isLoading }: AuthState, mustChangePassword: boolean): ReactNode {
  if (isLoading) return <LoadingScreen />;
  if (user === null) return <SignedOutScreens />;
  if (mustChangePassword) return <FirstPassword key={user.id} user={user} />;
  if (user.role === 'admin') return <AdminDashboard key={user.id} user={user} />;
  // The key redraws everything when the workplace changes its hour format.
  return <EmployeeDashboard key={`${user.id} ${workplace().hourFormat}`} user={user} />;
}

const RESET_LINK = 'reset=';

export function App() {
  const auth = useAuth();
  const mustChangePassword = useHasFirstSteps();
  useWorkplace();
  useLanguage();
  // A mailed link's token is in the fragment, which browsers do not send to a server.
  const resetToken = usePlace(({ path: [first = ''] }) =>
    first.startsWith(RESET_LINK) ? first.slice(RESET_LINK.length) : null,
  );
  const screen =
    resetToken === null ? (
      screenOf(auth, mustChangePassword)
    ) : (
      <ResetPassword key={resetToken} token={resetToken} />
    );
  return <ErrorBoundary>{screen}</ErrorBoundary>;
}

const Join = onDemand(() => import('./screens/join/join.tsx'));
const SingleSignOn = onDemand(() => import('./screens/login/single-sign-on.tsx'));

/** After this many milliseconds the login page preloads the code of the registration, without slowing itself down. */
const JOIN_PRELOAD_MS = 1000;

function SignedOutScreens() {
  const isJoining = !!useOpened('join');
  const invitation = useInvitation();
  const provider = singleSignOn();
  const isAlone = !useOpened('password') && provider?.isOnly;
  const [email, setEmail] = useState('');
  useTitle(isJoining ? say('join.pageTitle') : say('login.pageTitle'));
  usePreload(Join, JOIN_PRELOAD_MS);
  const openJoin = () => {
    setNotice(null);
    void Join.prepare().then(() => openOver('join'));
  };
  const openLogin = (known: string) => {
    setEmail(known);
    closeOver('join');
  };
  return (
    <AuthPage>
      {isAlone ? null : isJoining ? (
        <Join invitation={invitation} onLeave={openLogin} />
      ) : (
        <Login email={email} onJoin={openJoin} />
      )}
      {provider && <SingleSignOn name={provider.name} isAlone={isAlone} invitation={invitation} />}
    </AuthPage>
  );
}

/** The code of an invitation link, `#join/<code>`. It stays known on other screens until the page is left. */
function useInvitation(): string | undefined {
  const named = usePlace(({ path: [first, second] }) =>
    first === 'join' && second !== undefined && INVITATION.test(second) ? second : undefined,
  );
  const [known, setKnown] = useState(named);
  if (named !== undefined && named !== known) setKnown(named);
  return named ?? known;
}
const INVITATION = /^[\w-]{22}$/;
