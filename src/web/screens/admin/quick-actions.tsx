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
import type { QuickAction, QuickActionSet } from '#web/frame/quick-actions.tsx';
import type { Tab } from '#web/ui/tabs.tsx';

const way = (label: string, words: string, Icon: typeof Inbox, ...path: readonly string[]): QuickAction => ({
  label,
  words,
  icon: <Icon size={18} />,
  go: () => goTo(path, {}),
});

export const adminQuickActions = (tabs: readonly Tab<string>[]): QuickActionSet => ({
  views: [
    ...tabs.map(({ name, label, icon }) => ({ label, icon, go: () => goTo([name], {}) })),
    way('Time entries', 'reports list punches', Table2, 'reports', 'entries'),
    way('Pay periods', 'payroll close month confirm salary datev adp', CalendarCheck, 'reports', 'periods'),
    way('Payroll profiles', 'columns datev adp export csv', FileCog, 'reports', 'periods', 'profiles'),
    way('All activity', 'notifications feed', Activity, 'monitoring', 'activity'),
    way('Requests', 'corrections agree approve decline objections waiting', Inbox, 'monitoring', 'requests'),
    way('Head count', 'evacuation fire who is in', ClipboardList, 'monitoring', 'head-count'),
  ],
  actions: [
    way('Add Employee', 'new person account invite', UserPlus, 'employees', 'add'),
    way('Generate Report', 'export pdf excel csv hours payroll', FileText, 'reports'),
  ],
  openPerson: openOver,
});
