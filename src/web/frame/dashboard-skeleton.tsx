import type { ReactNode } from 'react';
import type { User } from '#contract/records';
import { Footer } from './footer.tsx';
import { DashboardTitle, HeaderBar, MAIN, PART } from './header-bar.tsx';

/** A dashboard while its code is on its way: everything has its place already, so that nothing jumps later. */
export const DashboardSkeleton = ({ viewer, children }: { viewer: User['role']; children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col pb-(--bar)">
    <HeaderBar part={PART[viewer]} />
    <main className={MAIN} aria-busy>
      <DashboardTitle viewer={viewer} />
      <div className="mt-4">{children}</div>
    </main>
    <Footer />
    <div className="bottom-bar border-t border-line sm:hidden" />
  </div>
);
