/** spec §2 Admin Dashboard. */
import { say, type PlainKey } from '#texts/say';
import {
  Activity,
  CalendarCheck,
  CalendarDays,
  ChartColumn,
  ClipboardList,
  FileCog,
  FileText,
  Inbox,
  ShieldCheck,
  SlidersHorizontal,
  Table2,
  UserPlus,
  Users,
} from 'lucide-react';
import { memo, useDeferredValue, useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { User } from '#contract/records';
import { replacePath, currentPlace, goTo, useOpened, usePlace } from '#web/browser/navigation.ts';
import { useLanguage } from '#web/browser/language.ts';
import { useTitle, useWorkplace } from '#web/session/workplace.ts';
import { personIdAt, personPageAt, requestIdAt, type Place } from '#web/browser/place.ts';
import { Frame } from '#web/frame/frame.tsx';
import { openPerson } from '#web/frame/person-name.tsx';
import type { QuickAction, QuickActionSet } from '#web/frame/quick-actions.tsx';
import { RequestsCount, useRequests } from '#web/requests/use-requests.tsx';
import { onDemand, usePreload } from '#web/ui/on-demand.tsx';
import { panelProps, TabList, type TabItem } from '#web/ui/tabs.tsx';
import { Toasts } from '#web/ui/toast.tsx';
import { Monitoring } from '#web/monitoring/monitoring.tsx';
import { EmployeesSkeleton, ReportsSkeleton } from '#web/frame/tab-skeletons.tsx';
import { settingsActions } from '#web/settings/section-table.tsx';
import { SettingsSkeleton } from '#web/settings/settings-list.tsx';

const shape = (skeleton: ReactNode) => (
  <div className="grid gap-4 pt-4" aria-busy>
    {skeleton}
  </div>
);
const EmployeeManagement = onDemand(() => import('#web/people/employees.tsx'), shape(<EmployeesSkeleton />));
const Reports = onDemand(() => import('#web/reports/reports.tsx'), shape(<ReportsSkeleton />));
const Settings = onDemand(() => import('#web/settings/settings.tsx'), <SettingsSkeleton />);
const Requests = onDemand(() => import('#web/requests/requests.tsx'), shape(<EmployeesSkeleton />));
const RequestDrawer = onDemand(() => import('#web/requests/request-drawer.tsx'));
const PersonDrawer = onDemand(() => import('#web/person/person-drawer.tsx'));
const PersonPage = onDemand(() => import('#web/person/person-page.tsx'), shape(<EmployeesSkeleton />));
const PERSON_PRELOAD_MS = 1000;

type Name = 'monitoring' | 'employees' | 'reports' | 'settings';

interface Tab extends TabItem<Name> {
  /** A new hour format mounts the panel again, except Settings, where the admin is editing the format. */
  readonly panel: (hourFormat: string) => ReactNode;
}

const tabsOf = (): readonly Tab[] => [
  {
    name: 'monitoring',
    label: say('tab.monitoring'),
    short: say('tab.monitoringShort'),
    icon: <Activity size={18} />,
    mark: <RequestsMark />,
    panel: (hourFormat) => <MonitoringOrRequests key={hourFormat} />,
  },
  {
    name: 'employees',
    label: say('tab.employees'),
    short: say('tab.employeesShort'),
    icon: <Users size={18} />,
    panel: (hourFormat) => <EmployeeManagement key={hourFormat} />,
  },
  {
    name: 'reports',
    label: say('tab.reports'),
    short: say('tab.reportsShort'),
    icon: <ChartColumn size={18} />,
    panel: (hourFormat) => <Reports key={hourFormat} />,
  },
  {
    name: 'settings',
    label: say('tab.settings'),
    icon: <SlidersHorizontal size={18} />,
    panel: () => <Settings />,
  },
];

const toAction = (
  label: PlainKey,
  words: PlainKey,
  Icon: typeof Inbox,
  ...path: readonly string[]
): QuickAction => ({
  label: say(label),
  words: say(words),
  icon: <Icon size={18} />,
  go: () => goTo(path, {}),
});

const quickActions = (): QuickActionSet => ({
  views: [
    ...tabsOf().map(({ name, label, icon }) => ({ label, icon, go: () => goTo([name], {}) })),
    toAction('find.entries', 'find.entriesWords', Table2, 'reports', 'entries'),
    toAction('find.periods', 'find.periodsWords', CalendarCheck, 'reports', 'periods'),
    toAction('find.profiles', 'find.profilesWords', FileCog, 'reports', 'periods', 'profiles'),
    toAction('find.activity', 'find.activityWords', Activity, 'monitoring', 'activity'),
    toAction('requests.title', 'find.requestsWords', Inbox, 'monitoring', 'requests'),
    toAction('calendar.teamWeek', 'find.teamWeekWords', CalendarDays, 'monitoring', 'away'),
    toAction('find.securityLog', 'find.securityLogWords', ShieldCheck, 'settings', 'sign-in', 'security-log'),
    toAction('find.headCount', 'find.headCountWords', ClipboardList, 'monitoring', 'head-count'),
  ],
  actions: [
    toAction('find.addEmployee', 'find.addEmployeeWords', UserPlus, 'employees', 'add'),
    toAction('find.report', 'find.reportWords', FileText, 'reports'),
  ],
  settings: settingsActions(),
  openPerson,
});

const TITLES = {
  monitoring: 'tab.monitoring',
  employees: 'tab.employees',
  reports: 'tab.reportsShort',
  settings: 'tab.settings',
} as const;
const NAMES = Object.keys(TITLES) as Name[];

const tabAt = ({ path: [first] }: Place): Name | undefined => NAMES.find((name) => name === first);

export default function AdminDashboard({ user }: { user: User }) {
  const id = useId();
  const named = usePlace(tabAt);
  const chosen = named ?? 'monitoring';
  // An unknown tab leads to Monitoring. Read the address again, since it may have changed after the last render.
  useEffect(() => {
    if (tabAt(currentPlace()) === undefined) replacePath(['monitoring']);
  }, [named]);
  /** The address at which each tab was left. Choosing the tab restores it. */
  const left = useRef(new Map<Name, Place>());
  const choose = (name: Name) => {
    left.current.set(chosen, currentPlace());
    const { path, params } = left.current.get(name) ?? { path: [name], params: {} };
    // Monitoring always opens at the board, never at a list or dialog that was open over it.
    goTo(name === 'monitoring' ? [name] : path, params);
  };
  useTitle(say(TITLES[chosen]));
  const { hourFormat } = useWorkplace();
  const shown = useDeferredValue(chosen);
  return (
    <Frame user={user} quickActions={quickActions}>
      <Toasts>
        <TabList
          id={id}
          label={say('tab.administration')}
          tabs={tabsOf()}
          chosen={chosen}
          onChoose={choose}
        />
        {/* On a phone the tabs are below the panel. */}
        <div {...panelProps(id, shown)} className="max-sm:-mt-4">
          <PanelOrPerson panel={<Panel of={shown} hourFormat={hourFormat} />} />
        </div>
        <OpenedRequest />
        <OpenedPerson />
      </Toasts>
    </Frame>
  );
}

const Panel = memo(function Panel({ of, hourFormat }: { of: Name; hourFormat: string }) {
  useLanguage();
  return tabsOf()
    .find(({ name }) => name === of)
    ?.panel(hourFormat);
});

/** On the tab itself the board's button says it. */
function RequestsMark() {
  const count = useRequests('admin').waiting?.admin ?? 0;
  return usePlace(tabAt) !== 'monitoring' && <RequestsCount count={count} />;
}

/** Hides the panel below a person's page, so that Back finds it as it was, with the focus on the pressed name. */
function PanelOrPerson({ panel }: { panel: ReactNode }) {
  const id = usePlace(personPageAt);
  const isOpen = id !== undefined;
  useLayoutEffect(() => {
    const origin = document.activeElement;
    return () => {
      if (isOpen && origin instanceof HTMLElement) origin.focus();
    };
  }, [isOpen]);
  return (
    <>
      <div hidden={isOpen}>{panel}</div>
      {isOpen && <PersonPage key={id} id={id} />}
    </>
  );
}

const MonitoringOrRequests = () =>
  usePlace(({ path }) => path[1] ?? null) === 'requests' ? <Requests /> : <Monitoring />;

function OpenedRequest() {
  const id = usePlace(requestIdAt);
  return id !== undefined && <RequestDrawer key={id} id={id} />;
}

function OpenedPerson() {
  const page = usePlace(personPageAt);
  const isEditing = useOpened('edit') !== undefined;
  const drawer = usePlace(personIdAt);
  const id = drawer ?? (isEditing ? page : undefined);
  usePreload(PersonDrawer, PERSON_PRELOAD_MS);
  usePreload(PersonPage, PERSON_PRELOAD_MS);
  return id !== undefined && <PersonDrawer key={id} id={id} isPage={drawer === undefined} />;
}
