import { say } from '#texts/say';
import type { ReactNode } from 'react';
import type { User } from '#contract/records';
import { PRODUCT_NAME, VERSION } from '#web/product.ts';
import { useWorkplace } from '#web/session/workplace.ts';

/** The same mark as favicon.svg. */
export const Logo = () => (
  <svg aria-hidden width="32" height="32" viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <g className="fill-none stroke-on-fill" strokeLinecap="round" strokeLinejoin="round">
      <path strokeWidth="2.8" d="M9 26V13.4a8 8 0 1 1 8 8" />
      <path strokeWidth="2.5" d="M13.7 13.6l2.3 2.4 4.1-5" />
    </g>
  </svg>
);

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
    <Logo />
    <span className="min-w-0 truncate">
      <ProductName />
    </span>
  </p>
);

export const Footer = ({ children }: { children?: ReactNode }) => (
  <footer className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 py-4 text-xs text-muted print:hidden">
    {children}
    <span>{say('footer.version', { version: VERSION })}</span>
  </footer>
);

export const HeaderBar = ({ viewer, children }: { viewer: User['role']; children?: ReactNode }) => (
  <header className="border-b border-line bg-surface sm:sticky sm:top-0 sm:z-20 print:hidden">
    <div className="mx-auto flex min-h-14 w-full max-w-320 items-center gap-3 px-4 max-[22rem]:gap-2 sm:px-6">
      <Logo />
      <div className="min-w-0 grow">
        <p className="truncate text-base leading-5 font-semibold">
          <ProductName />
        </p>
        <p className="truncate text-xs text-muted">{say(NAMES[viewer])}</p>
      </div>
      {children}
    </div>
  </header>
);

export const MAIN_CLASS = 'mx-auto w-full max-w-320 grow px-4 py-4 sm:px-6 sm:py-6 print:p-0';

/** Name of the application for each role (spec §2). */
const NAMES = { admin: 'header.admin', employee: 'header.employee' } as const;

const TITLES = {
  admin: { title: 'dashboard.admin', text: 'dashboard.adminText' },
  employee: { title: 'dashboard.employee', text: 'dashboard.employeeText' },
} as const;

export const DashboardTitle = ({ viewer }: { viewer: User['role'] }) => (
  <div className="print:hidden">
    <h1 className="text-lg font-semibold sm:text-xl">{say(TITLES[viewer].title)}</h1>
    <p className="text-sm text-muted sm:text-base">{say(TITLES[viewer].text)}</p>
  </div>
);
