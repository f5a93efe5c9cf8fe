/** The page of those who are not signed in: one narrow card. It hangs from the top, so that a message that comes moves nothing above it. */
import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { Footer } from './footer.tsx';

export const EntryPage = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <main className="mx-auto flex w-full max-w-112 grow flex-col px-4 pt-[7vh]">
      <Brand />
      <div className="mt-6 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-8">{children}</div>
    </main>
    <Footer />
  </div>
);
