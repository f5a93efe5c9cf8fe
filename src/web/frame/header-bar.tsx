import type { ReactNode } from 'react';
import type { User } from '#contract/records';
import { PRODUCT_NAME, VERSION_LABEL } from '#web/product.ts';
import { useWorkplace } from '#web/session/workplace.ts';
import { KeyRound, LogOut, Monitor, Moon, ShieldCheck, Sun, User as Person, UserPen } from 'lucide-react';
import { initials } from '#domain/people/employee';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { THEMES, THEME_LABELS, chooseTheme, useTheme } from '#web/browser/theme.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const ROLES = {
  admin: { label: 'Admin', icon: ShieldCheck },
  employee: { label: 'Employee', icon: Person },
} as const;

const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor } as const;

const NameDialog = onDemand(() => import('./name-dialog.tsx'));
const PasswordDialog = onDemand(() => import('./password-dialog.tsx'));

/**
 * spec §2: name and role; open also the employee id (or else email) and 'Sign Out'; besides, what people
 * change of their own.
 */
export function UserMenu({ user, onSignOut }: { user: User; onSignOut: () => void }) {
  const { label, icon: Icon } = ROLES[user.role];
  const dialog = useOpened('change-name', 'change-password');
  const shown = useTheme();
  const themes = THEMES.map((theme) => {
    const ThemeIcon = THEME_ICONS[theme];
    return {
      label: THEME_LABELS[theme],
      icon: <ThemeIcon aria-hidden size={16} />,
      isChosen: theme === shown,
      choose: () => chooseTheme(theme),
    };
  });
  return (
    <>
      <Menu
        label="User menu"
        button={
          <>
            <Avatar letters={initials(user.name)} of={user.id} />
            <span className="min-w-0 max-sm:sr-only">
              <span className="block truncate text-sm font-semibold sm:max-w-40">{user.name}</span>
              <span className="block truncate text-xs text-muted">{label}</span>
            </span>
          </>
        }
        heading={
          <div className="flex flex-col items-start gap-1">
            <span className="font-semibold">{user.name}</span>
            <span className="text-sm text-muted">{user.employeeId || user.email}</span>
            <Badge tone="accent" icon={<Icon aria-hidden size={14} />}>
              {label}
            </Badge>
          </div>
        }
        items={[
          {
            label: 'Change name',
            icon: <UserPen aria-hidden size={20} />,
            choose: () => openOver('change-name'),
          },
          {
            label: 'Change password',
            icon: <KeyRound aria-hidden size={20} />,
            choose: () => openOver('change-password'),
          },
          { label: 'Theme', options: themes },
          { label: 'Sign Out', icon: <LogOut aria-hidden size={20} />, choose: onSignOut },
        ]}
      />
      {dialog === 'change-name' && <NameDialog user={user} onClosed={() => closeOver(dialog)} />}
      {dialog === 'change-password' && <PasswordDialog user={user} onClosed={() => closeOver(dialog)} />}
    </>
  );
}

/** A P whose bowl is a clock, its hands a tick: on time. As in favicon.svg; the name stands beside it. */
export const Mark = ({ size }: { size: number }) => (
  <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <g className="fill-none stroke-on-fill" strokeLinecap="round" strokeLinejoin="round">
      <path strokeWidth="2.8" d="M9 26V13.4a8 8 0 1 1 8 8" />
      <path strokeWidth="2.5" d="M13.7 13.6l2.3 2.4 4.1-5" />
    </g>
  </svg>
);

/** 'Punctual', and whose it is where they have said so. */
function ProductName() {
  const { name } = useWorkplace();
  return (
    <>
      {PRODUCT_NAME}
      {name !== '' && <span className="font-normal text-muted"> · {name}</span>}
    </>
  );
}

export const Brand = () => (
  <p className="flex items-center justify-center gap-2 text-lg font-semibold lg:justify-start">
    <Mark size={32} />
    <span className="min-w-0 truncate">
      <ProductName />
    </span>
  </p>
);

export const Footer = ({ children }: { children?: ReactNode }) => (
  <footer className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 py-4 text-xs text-muted print:hidden">
    {children}
    <span>{VERSION_LABEL}</span>
  </footer>
);

/** The bar at the top of a dashboard: the product, what this part of it is called, and what stands beside. */
export const HeaderBar = ({ part, children }: { part: string; children?: ReactNode }) => (
  <header className="border-b border-line bg-surface print:hidden">
    <div className="mx-auto flex min-h-14 w-full max-w-320 items-center gap-3 px-4 sm:px-6">
      <Mark size={32} />
      <div className="min-w-0 grow">
        <p className="truncate text-base leading-5 font-semibold">
          <ProductName />
        </p>
        <p className="truncate text-xs text-muted">{part}</p>
      </div>
      {children}
    </div>
  </header>
);

/** Where a dashboard's content stands, below the bar. */
export const MAIN = 'mx-auto w-full max-w-320 grow px-4 py-4 sm:px-6 sm:py-6 print:p-0';

/** What each role's part of the product is called (spec §2 Header). */
export const PART = { admin: 'Admin Control Center', employee: 'Employee Workspace' } as const;

const TITLES = {
  admin: { title: 'Admin Dashboard', text: 'Manage employees, monitor activity and generate reports' },
  employee: {
    title: 'Employee Dashboard',
    text: 'Track your time and manage your work schedule efficiently',
  },
} as const;

/** What stands above each role's dashboard, before its code is there too. */
export const DashboardTitle = ({ viewer }: { viewer: User['role'] }) => (
  <div className="print:hidden">
    <h1 className="text-lg font-semibold sm:text-xl">{TITLES[viewer].title}</h1>
    <p className="text-sm text-muted sm:text-base">{TITLES[viewer].text}</p>
  </div>
);
