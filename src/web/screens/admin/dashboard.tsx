/** spec §2 Admin Dashboard. */
import { Activity, ChartColumn, SlidersHorizontal, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#contract/records';
import { Frame } from '#web/frame/frame.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Tabs, type Tab } from '#web/ui/tabs.tsx';
import { CloseEntryDialog } from './close-entry.tsx';
import { useFragment } from './fragment.ts';
import { Monitoring } from './monitoring/monitoring.tsx';
import { EmployeesSkeleton, ReportsSkeleton, SettingsSkeleton } from './skeletons.tsx';

/** A tab whose code is fetched when it is first opened: its shape stands there at once. */
const shape = (skeleton: ReactNode) => (
  <div className="grid gap-4 pt-4" aria-busy>
    {skeleton}
  </div>
);
const EmployeeManagement = onDemand(() => import('./employees/employees.tsx'), shape(<EmployeesSkeleton />));
const Reports = onDemand(() => import('./reports/reports.tsx'), shape(<ReportsSkeleton />));
const Settings = onDemand(() => import('./settings/settings.tsx'), shape(<SettingsSkeleton />));

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
    panel: () => <EmployeeManagement />,
  },
  {
    name: 'reports',
    label: 'Reports & Analytics',
    icon: <ChartColumn aria-hidden size={18} />,
    panel: () => <Reports />,
  },
  {
    name: 'settings',
    label: 'Settings',
    icon: <SlidersHorizontal aria-hidden size={18} />,
    panel: () => <Settings />,
  },
];

export default function AdminDashboard({ user }: { user: User }) {
  const [chosen, choose] = useFragment(NAMES, (fragment, name) => fragment.split('/', 1)[0] === name);
  return (
    <Frame user={user}>
      <Tabs label="Administration" tabs={TABS} chosen={chosen} onChoose={choose} />
    </Frame>
  );
}
