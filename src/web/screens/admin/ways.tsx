import {
  Activity,
  CalendarCheck,
  ClipboardList,
  FileCog,
  FileText,
  Inbox,
  Table2,
  UserPlus,
} from 'lucide-react';
import { goTo, openOver } from '#web/browser/navigation.ts';
import type { Ways } from '#web/frame/quick-ways.tsx';
import type { Tab } from '#web/ui/tabs.tsx';

const to =
  (...path: readonly string[]) =>
  (): void =>
    goTo(path, {});

export const adminWays = (tabs: readonly Tab<string>[]): Ways => ({
  views: [
    ...tabs.map(({ name, label, icon }) => ({ label, icon, go: to(name) })),
    {
      label: 'Time entries',
      words: 'reports list punches',
      icon: <Table2 size={18} />,
      go: to('reports', 'entries'),
    },
    {
      label: 'Pay periods',
      words: 'payroll close month confirm salary datev adp',
      icon: <CalendarCheck size={18} />,
      go: to('reports', 'periods'),
    },
    {
      label: 'Payroll profiles',
      words: 'columns datev adp export csv',
      icon: <FileCog size={18} />,
      go: to('reports', 'periods', 'profiles'),
    },
    {
      label: 'All activity',
      words: 'notifications feed',
      icon: <Activity size={18} />,
      go: to('monitoring', 'activity'),
    },
    {
      label: 'Requests',
      words: 'corrections agree approve decline objections waiting',
      icon: <Inbox size={18} />,
      go: to('monitoring', 'requests'),
    },
    {
      label: 'Head count',
      words: 'evacuation fire who is in',
      icon: <ClipboardList size={18} />,
      go: to('monitoring', 'head-count'),
    },
  ],
  actions: [
    {
      label: 'Add Employee',
      words: 'new person account invite',
      icon: <UserPlus size={18} />,
      go: to('employees', 'add'),
    },
    {
      label: 'Generate Report',
      words: 'export pdf excel csv hours payroll',
      icon: <FileText size={18} />,
      go: to('reports'),
    },
  ],
  openPerson: openOver,
});
