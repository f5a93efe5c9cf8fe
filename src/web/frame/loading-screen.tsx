import { say } from '#texts/say';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { useIsOnline } from '#web/browser/offline.ts';
import { PRODUCT_NAME } from '#web/product.ts';
import { Spinner } from '#web/ui/skeleton.tsx';
import { DashboardTitle, Footer, HeaderBar, MAIN_CLASS } from './header-bar.tsx';
import type { User } from '#contract/records';
import { Button } from '#web/ui/button.tsx';

/** Offers a reload after an error, also when code cannot be loaded after a server update. Shows no stack [D7.2]. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };
  static getDerivedStateFromError = () => ({ crashed: true });

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <div className="flex min-h-dvh flex-col">
        <main className="mx-auto flex max-w-112 grow flex-col items-center justify-center gap-4 p-4 text-center">
          <h1 className="text-xl font-semibold">{say('broken.title')}</h1>
          <p className="text-muted">{say('broken.text')}</p>
          <Button look="primary" onClick={() => location.reload()}>
            {say('common.reload')}
          </Button>
        </main>
        <Footer />
      </div>
    );
  }
}

export const DashboardSkeleton = ({ viewer, children }: { viewer: User['role']; children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col pb-(--bar)">
    <HeaderBar viewer={viewer} />
    <main className={MAIN_CLASS} aria-busy>
      <DashboardTitle viewer={viewer} />
      <div className="mt-4">{children}</div>
    </main>
    <Footer />
    <div className="bottom-bar border-t border-line sm:hidden" />
  </div>
);

const SLOW_MS = 6000;

export function LoadingScreen() {
  const [isSlow, setSlow] = useState(false);
  const isOnline = useIsOnline();
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="grid grow place-items-center p-4">
        <h1 className="sr-only">{PRODUCT_NAME}</h1>
        <div role="status" className="flex flex-col items-center gap-3 text-center text-muted">
          <span className="text-accent">
            <Spinner size={32} />
          </span>
          <p>{say('common.loading')}</p>
          {!isOnline && <p className="text-sm">{say('loading.offline')}</p>}
          {isOnline && isSlow && <p className="text-sm">{say('loading.silent')}</p>}
        </div>
      </main>
      <Footer />
    </div>
  );
}
