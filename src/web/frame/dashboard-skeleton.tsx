import type { ReactNode } from 'react';
import type { User } from '#contract/records';
import { PRODUCT_NAME } from '#web/product.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Footer } from './footer.tsx';
import { HeaderBar, MAIN, PART } from './header-bar.tsx';

/** A dashboard while its code is on its way: everything has its place already, so that nothing jumps later. */
export const DashboardSkeleton = ({ viewer, children }: { viewer: User['role']; children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <HeaderBar part={PART[viewer]} />
    <main className={MAIN} aria-busy>
      <h1 className="sr-only">{PRODUCT_NAME}</h1>
      <Skeleton className="h-7 w-56 max-w-full" />
      <Skeleton className="mt-1 h-5 w-96 max-w-full sm:h-6" />
      <div className="mt-4">{children}</div>
    </main>
    <Footer />
  </div>
);
