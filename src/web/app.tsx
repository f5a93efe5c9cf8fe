import { lazy, Suspense, type ReactNode } from 'react';
import type { User } from '#contract/records';
import { useAuth, type AuthState } from './auth.ts';
import { CrashGuard } from './frame/crash-guard.tsx';
import { LoadingScreen } from './frame/loading-screen.tsx';
import { Entrance } from './entrance.tsx';

const AdminDashboard = lazy(() => import('./screens/admin/dashboard.tsx'));
const EmployeeDashboard = lazy(() => import('./screens/employee/dashboard.tsx'));

interface ScreenRow {
  readonly when: (auth: AuthState) => boolean;
  readonly screen: (user: User | null) => ReactNode;
}

/** The specification's table (§2): the first row that fits is shown. There are no other routes. */
const SCREENS: readonly ScreenRow[] = [
  { when: (auth) => auth.isLoading, screen: () => <LoadingScreen /> },
  { when: (auth) => !auth.isAuthenticated, screen: () => <Entrance /> },
  { when: (auth) => auth.user?.role === 'admin', screen: (user) => user && <AdminDashboard key={user.id} user={user} /> },
  { when: () => true, screen: (user) => user && <EmployeeDashboard key={user.id} user={user} /> },
];

export function App() {
  const auth = useAuth();
  return (
    <CrashGuard>
      <Suspense fallback={<LoadingScreen />}>{SCREENS.find((row) => row.when(auth))?.screen(auth.user)}</Suspense>
    </CrashGuard>
  );
}
