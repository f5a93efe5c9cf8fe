/** spec §2 Admin Dashboard. */
import { Activity, ChartColumn } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { User } from '#contract/records';
import { Frame } from '../../frame/frame.tsx';
import { Tabs, type Tab } from '../../ui/tabs.tsx';
import { useChosenTab } from './chosen-tab.ts';
import { Monitoring } from './monitoring/monitoring.tsx';

const Reports = lazy(() => import('./reports/reports.tsx'));

const NAMES = ['monitoring', 'reports'] as const;

const TABS: readonly Tab<(typeof NAMES)[number]>[] = [
  { name: 'monitoring', label: 'Real-Time Monitoring', icon: <Activity aria-hidden size={18} />, panel: () => <Monitoring /> },
  { name: 'reports', label: 'Reports & Analytics', icon: <ChartColumn aria-hidden size={18} />, panel: () => <Suspense><Reports /></Suspense> },
];

export default function AdminDashboard({ user }: { user: User }) {
  const [chosen, choose] = useChosenTab(NAMES);
  return (
    <Frame user={user} title="Admin Dashboard" text="Manage employees, monitor activity and generate reports">
      <Tabs label="Administration" tabs={TABS} chosen={chosen} onChoose={choose} />
    </Frame>
  );
}
