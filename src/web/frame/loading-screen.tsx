import { PRODUCT_NAME } from '../product.ts';
import { Spinner } from '../ui/spinner.tsx';
import { Footer } from './footer.tsx';

/** Full screen, while authentication loads (spec §2). */
export const LoadingScreen = () => (
  <div className="flex min-h-dvh flex-col">
    <main className="grid grow place-items-center">
      <h1 className="sr-only">{PRODUCT_NAME}</h1>
      <p role="status" className="flex flex-col items-center gap-3 text-muted">
        <span className="text-accent"><Spinner size={32} /></span>
        Loading...
      </p>
    </main>
    <Footer />
  </div>
);
