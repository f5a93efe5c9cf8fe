import { lazy, Suspense, type ReactNode } from 'react';
import type { User } from '#contract/records';
import { useAuth, useMustChangePassword, type AuthState } from './session/auth.ts';
import { ErrorBoundary } from './frame/error-boundary.tsx';
import { DashboardSkeleton } from './frame/dashboard-skeleton.tsx';
import { LoadingScreen } from './frame/loading-screen.tsx';
import { AdminSkeleton } from './screens/admin/skeletons.tsx';
import { ClockSkeleton } from './screens/employee/clock-skeleton.tsx';
import { SignedOutScreens } from './screens/signed-out.tsx';
import { useResetToken } from './session/reset-link.ts';

const AdminDashboard = lazy(() => import('./screens/admin/dashboard.tsx'));
const EmployeeDashboard = lazy(() => import('./screens/employee/dashboard.tsx'));
const FirstPassword = lazy(() => import('./screens/new-password/first.tsx'));
const ResetPassword = lazy(() => import('./screens/new-password/reset.tsx'));

interface ScreenRow {
  readonly when: (auth: AuthState & { readonly mustChangePassword: boolean }) => boolean;
  readonly screen: (user: User | null) => ReactNode;
}

/**
 * The specification's table (§2): the first row that fits is shown. There are no other routes. Before it
 * comes a mailed link for a new password, in it the replacing of a temporary one [D3.6, D3.15].
 */
const SCREENS: readonly ScreenRow[] = [
  { when: (auth) => auth.isLoading, screen: () => <LoadingScreen /> },
  { when: (auth) => !auth.isAuthenticated, screen: () => <SignedOutScreens /> },
  {
    when: (auth) => auth.mustChangePassword,
    screen: (user) => user && <FirstPassword key={user.id} user={user} />,
  },
  {
    when: (auth) => auth.user?.role === 'admin',
    screen: (user) =>
      user && (
        <Suspense
          fallback={
            <DashboardSkeleton viewer="admin">
              <AdminSkeleton />
            </DashboardSkeleton>
          }
        >
          <AdminDashboard key={user.id} user={user} />
        </Suspense>
      ),
  },
  {
    when: () => true,
    screen: (user) =>
      user && (
        <Suspense
          fallback={
            <DashboardSkeleton viewer="employee">
              <ClockSkeleton />
            </DashboardSkeleton>
          }
        >
          <EmployeeDashboard key={user.id} user={user} />
        </Suspense>
      ),
  },
];

export function App() {
  const auth = useAuth();
  const mustChangePassword = useMustChangePassword();
  const resetToken = useResetToken();
  const screen =
    resetToken === null ? (
      SCREENS.find((row) => row.when({ ...auth, mustChangePassword }))?.screen(auth.user)
    ) : (
      <ResetPassword key={resetToken} token={resetToken} />
    );
  return (
    <ErrorBoundary>
      <Suspense fallback={<LoadingScreen />}>{screen}</Suspense>
    </ErrorBoundary>
  );
}
