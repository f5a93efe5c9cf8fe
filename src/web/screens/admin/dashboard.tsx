/** spec §2 Admin Dashboard. */
import { Activity, ChartColumn, SlidersHorizontal, Users } from 'lucide-react';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { User } from '#contract/records';
import { Frame } from '#web/frame/frame.tsx';
import { Tabs, type Tab } from '#web/ui/tabs.tsx';
import { CloseEntryDialog } from './close-entry.tsx';
import { Monitoring } from './monitoring/monitoring.tsx';

const EmployeeManagement = lazy(() => import('./employees/employees.tsx'));
const Reports = lazy(() => import('./reports/reports.tsx'));
const Settings = lazy(() => import('./settings/settings.tsx'));

const NAMES = ['monitoring', 'employees', 'reports', 'settings'] as const;

const TABS: readonly Tab<(typeof NAMES)[number]>[] = [
  {
    name: 'monitoring',
    label: 'Real-Time Monitoring',
    icon: <Activity aria-hidden size={18} />,
    panel: () => <Monitoring closeEntry={(open) => <CloseEntryDialog {...open} />} />,
  },
  {
    name: 'employees',
    label: 'Employee Management',
    icon: <Users aria-hidden size={18} />,
    panel: () => (
      <Suspense>
        <EmployeeManagement />
      </Suspense>
    ),
  },
  {
    name: 'reports',
    label: 'Reports & Analytics',
    icon: <ChartColumn aria-hidden size={18} />,
    panel: () => (
      <Suspense>
        <Reports />
      </Suspense>
    ),
  },
  {
    name: 'settings',
    label: 'Settings',
    icon: <SlidersHorizontal aria-hidden size={18} />,
    panel: () => (
      <Suspense>
        <Settings />
      </Suspense>
    ),
  },
];

export default function AdminDashboard({ user }: { user: User }) {
  const [chosen, choose] = useChosenTab(NAMES);
  return (
    <Frame user={user} title="Admin Dashboard" text="Manage employees, monitor activity and generate reports">
      <Tabs label="Administration" tabs={TABS} chosen={chosen} onChoose={choose} />
    </Frame>
  );
}

const subscribe = (changed: () => void): (() => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/**
 * The tab the address's fragment names, so that it survives a reload (there are no other routes); the first one
 * when it names none of them; and how to choose another.
 */
function useChosenTab<Name extends string>(names: readonly [Name, ...Name[]]): [Name, (name: Name) => void] {
  const fragment = useSyncExternalStore(subscribe, () => location.hash.slice(1));
  const chosen = names.find((name) => name === fragment) ?? names[0];
  return [chosen, (name) => void (location.hash = name)];
}
