/**
 * What people see when a part of the client fails or cannot be loaded, as after an update of the server.
 * Never a stack [D7.2].
 */
import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Footer } from './footer.tsx';

export class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };
  static getDerivedStateFromError = () => ({ crashed: true });

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <div className="flex min-h-dvh flex-col">
        <main className="mx-auto flex max-w-112 grow flex-col items-center justify-center gap-4 p-4 text-center">
          <h1 className="text-xl font-semibold">This page needs to be reloaded</h1>
          <p className="text-muted">
            Something went wrong, or there is a new version. Your punches are safe.
          </p>
          <Button look="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </main>
        <Footer />
      </div>
    );
  }
}
