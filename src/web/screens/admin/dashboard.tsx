/** spec §2 Admin Dashboard. */
import { Activity, ChartColumn, SlidersHorizontal, Users } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { User } from '#contract/records';
import { Frame } from '../../frame/frame.tsx';
import { Tabs, type Tab } from '../../ui/tabs.tsx';
import { useChosenTab } from './chosen-tab.ts';
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
