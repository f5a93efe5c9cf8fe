import { useEffect, useState } from 'react';
import { useIsOnline } from '#web/browser/offline.ts';
import { PRODUCT_NAME } from '#web/product.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { Footer } from './footer.tsx';

/** After this the waiting is explained. */
const SLOW_MS = 6000;

/** Full screen, while authentication loads (spec §2). */
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
          <p>Loading...</p>
          {!isOnline && (
            <p className="text-sm">
              This device is offline. Nothing can be recorded until it is online again. This page then
              continues by itself.
            </p>
          )}
          {isOnline && isSlow && (
            <p className="text-sm">
              The server has not answered yet. We keep trying. You need to do nothing.
            </p>
          )}
        </div>
      </main>
      <Footer />
    </div>
  );
}
