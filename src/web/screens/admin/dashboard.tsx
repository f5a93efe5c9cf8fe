/** spec §2 Admin Dashboard. */
import { Activity } from 'lucide-react';
import type { User } from '#contract/records';
import { Frame } from '../../frame/frame.tsx';
import { Tabs, type Tab } from '../../ui/tabs.tsx';
import { useChosenTab } from './chosen-tab.ts';
import { Monitoring } from './monitoring/monitoring.tsx';

const NAMES = ['monitoring'] as const;

const TABS: readonly Tab<(typeof NAMES)[number]>[] = [
  { name: 'monitoring', label: 'Real-Time Monitoring', icon: <Activity aria-hidden size={18} />, panel: () => <Monitoring /> },
];

export default function AdminDashboard({ user }: { user: User }) {
  const [chosen, choose] = useChosenTab(NAMES);
  return (
    <Frame user={user} title="Admin Dashboard" text="Manage employees, monitor activity and generate reports">
      <Tabs label="Administration" tabs={TABS} chosen={chosen} onChoose={choose} />
    </Frame>
  );
}
