/**
 * What stands around a dashboard: header, messages about the link and the session, footer; and the data of
 * this one user.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { User } from '#contract/records';
import { problemMessage } from '#contract/problems';
import { FailedCall } from '../api.ts';
import { signOut } from '../auth.ts';
import { startLive } from '../live.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LiveBanner } from './live-banner.tsx';

/** A refusal will be one again; a server that failed or was not heard is asked once more. */
const worthRetrying = (count: number, error: Error): boolean =>
  count < 1 &&
  !(error instanceof FailedCall && error.failure.kind === 'refused' && error.failure.status < 500);

const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: worthRetrying, staleTime: 10_000, refetchOnWindowFocus: true },
    },
  });

/** `title` and `text` are the dashboard's own. */
export function Frame({
  user,
  title,
  text,
  children,
}: {
  user: User;
  title: string;
  text: string;
  children: ReactNode;
}) {
  const [client] = useState(newClient);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => startLive(user.id), [user.id]);
  const leave = async () => {
    setProblem(null);
    const answer = await signOut();
    if (!answer.ok) setProblem(problemMessage('sign_out_failed'));
  };
  return (
    <QueryClientProvider client={client}>
      <div className="flex min-h-dvh flex-col">
        <Header user={user} onSignOut={() => void leave()} />
        <main className="mx-auto w-full max-w-320 grow px-4 py-4 sm:px-6 sm:py-6">
          <LiveBanner />
          <div role="alert">
            {problem !== null && (
              <div className="mb-4">
                <Banner
                  tone="danger"
                  title={problem}
                  action={
                    <Button size="small" onClick={() => void leave()}>
                      Try again
                    </Button>
                  }
                />
              </div>
            )}
          </div>
          <h1 className="text-lg font-semibold sm:text-xl">{title}</h1>
          <p className="text-sm text-muted sm:text-base">{text}</p>
          <div className="mt-4">{children}</div>
        </main>
        <Footer />
      </div>
    </QueryClientProvider>
  );
}
