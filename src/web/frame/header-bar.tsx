import type { ReactNode } from 'react';
import type { User } from '#contract/records';
import { Mark, ProductName } from './brand.tsx';

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
