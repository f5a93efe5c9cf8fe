/** spec §2 Admin Dashboard. */
import { Activity, ChartColumn, SlidersHorizontal, Users } from 'lucide-react';
import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import type { User } from '#contract/records';
import { Frame } from '#web/frame/frame.tsx';
import { Tabs, type Tab } from '#web/ui/tabs.tsx';
import { CloseEntryDialog } from './close-entry.tsx';
import { Monitoring } from './monitoring/monitoring.tsx';
import { EmployeesSkeleton, ReportsSkeleton, SettingsSkeleton } from './skeletons.tsx';

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
      <LazyTab skeleton={<EmployeesSkeleton />}>
        <EmployeeManagement />
      </LazyTab>
    ),
  },
  {
    name: 'reports',
    label: 'Reports & Analytics',
    icon: <ChartColumn aria-hidden size={18} />,
    panel: () => (
      <LazyTab skeleton={<ReportsSkeleton />}>
        <Reports />
      </LazyTab>
    ),
  },
  {
    name: 'settings',
    label: 'Settings',
    icon: <SlidersHorizontal aria-hidden size={18} />,
    panel: () => (
      <LazyTab skeleton={<SettingsSkeleton />}>
        <Settings />
      </LazyTab>
    ),
  },
];

/** A tab whose code is fetched when it is first opened: its shape stands there at once. */
const LazyTab = ({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) => (
  <Suspense
    fallback={
      <div className="grid gap-4 pt-4" aria-busy>
        {skeleton}
      </div>
    }
  >
    {children}
  </Suspense>
);

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
