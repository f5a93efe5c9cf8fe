import { say } from '#texts/say';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { RefreshCw } from 'lucide-react';
import type { User } from '#contract/records';
import { toEpochMs } from '#contract/wire';
import { firstName } from '#domain/people/employee';
import { formatDate } from '#domain/time/format';
import { clearPlace, openOver } from '#web/browser/navigation.ts';
import { signOut } from '#web/session/auth.ts';
import { useFailureReports } from '#web/live/failure-reports.ts';
import { startLive, useIsPageOutdated } from '#web/live/live-updates.ts';
import { newQueryClient } from '#web/live/use-live-query.ts';
import { Banner, RetryBanner } from '#web/ui/banner.tsx';
import { setUnsaved } from '#web/ui/leaving.ts';
import { whenWritesSettled } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { DashboardTitle, Footer, HeaderBar, MAIN_CLASS } from './header-bar.tsx';
import { UserMenu } from './user-menu.tsx';
import { LiveStrip } from '#web/live/live-strip.tsx';
import { FindButton, QuickActions, type QuickActionSet } from './quick-actions.tsx';

/** Longest time and distance between the two taps of a double tap. */
const DOUBLE_TAP_MS = 500;
const DOUBLE_TAP_PX = 24;

const controlAt = (target: EventTarget | null): Element | null => {
  const found =
    target instanceof Element ? target.closest('button, a, input, select, textarea, label, [role]') : null;
  return found instanceof HTMLLabelElement ? found.control : found;
};

/** If a tap removes a card, the next card moves up. The second tap of a double tap must not press that card. */
function watchDoubleTaps(): () => void {
  let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0, control: null as Element | null };
  const watch = (event: PointerEvent) => {
    const { timeStamp: at, clientX: x, clientY: y } = event;
    // `detail` counts mouse clicks, but not taps, so compare the time and place of taps.
    const isAgain =
      (event.detail > 1 || event.pointerType === 'touch') &&
      at - last.at < DOUBLE_TAP_MS &&
      Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP_PX;
    const control = controlAt(event.target);
    if (isAgain && control !== last.control) {
      event.preventDefault();
      event.stopImmediatePropagation();
      last = { ...last, at };
    } else last = { at, x, y, control };
  };
  addEventListener('click', watch, true);
  return () => removeEventListener('click', watch, true);
}

/** If the focused element is removed, focuses its section: otherwise Tab would start at the top of the page. */
function watchFocus(): () => void {
  let around: Element[] = [];
  const remember = ({ target }: FocusEvent) => {
    around = [];
    for (let at = target instanceof Element ? target : null; at; at = at.parentElement) around.push(at);
  };
  addEventListener('focusin', remember);
  const observer = new MutationObserver(() => {
    const [lost] = around;
    if (document.activeElement !== document.body || !lost || lost.isConnected) return;
    const part = around.find((at) => at.isConnected && at.matches('section, main'));
    around = [];
    if (!(part instanceof HTMLElement)) return;
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  });
  observer.observe(document, { childList: true, subtree: true });
  return () => {
    removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

interface FrameProps {
  user: User;
  quickActions: () => QuickActionSet;
  children: ReactNode;
}

/** Surrounds a dashboard with header, footer, live updates, search and shortcut keys. */
export function Frame({ user, quickActions, children }: FrameProps) {
  const [client] = useState(newQueryClient);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSigningOut, setSigningOut] = useState(false);
  // Sign-out stops the live stream first, since the server refuses its requests after the session has ended.
  useEffect(() => (isSigningOut ? undefined : startLive(user.id)), [user.id, isSigningOut]);
  useFailureReports();
  useEffect(watchDoubleTaps, []);
  useEffect(watchFocus, []);
  useEffect(() => () => setUnsaved(client, false), [client]);
  const handleSignOut = async () => {
    setProblem(null);
    setSigningOut(true);
    const answer = await signOut();
    setSigningOut(false);
    // Clear the place: the next person who signs in here must not land on this person's screen.
    if (answer.ok) {
      clearPlace();
      if (answer.value.continueAt) location.assign(answer.value.continueAt);
    } else setProblem(say('problem.sign_out_failed'));
  };
  return (
    <QueryClientProvider client={client}>
      <div className="flex min-h-dvh flex-col pb-(--bar)">
        <SkipLink />
        <HeaderBar viewer={user.role}>
          <FindButton />
          <p className="hidden text-sm text-muted md:block">
            {say('frame.welcomeBack', { name: firstName(user.name) })}
          </p>
          <NewVersion />
          <UserMenu user={user} onSignOut={() => void handleSignOut()} />
        </HeaderBar>
        <LiveStrip />
        {/* Floats below the header, so nothing moves when it appears. */}
        <div className="relative z-20 mx-auto w-full max-w-320">
          <div
            role="alert"
            className="absolute top-6 inset-e-4 inset-s-4 *:shadow-popup sm:inset-e-6 sm:inset-s-auto sm:w-96"
          >
            {problem !== null && <RetryBanner title={problem} onRetry={() => void handleSignOut()} />}
          </div>
        </div>
        <main id="main" tabIndex={-1} className={MAIN_CLASS}>
          {user.secondFactorBy && <SecondFactorNotice by={user.secondFactorBy} />}
          <DashboardTitle viewer={user.role} />
          <div className="mt-4">{children}</div>
        </main>
        <Footer />
        <QuickActions quickActions={quickActions} onSignOut={() => void handleSignOut()} />
      </div>
    </QueryClientProvider>
  );
}

/** The workplace requires a second factor. After the date `by`, people without this factor can only set it up. */
const SecondFactorNotice = ({ by }: { by: string }) => (
  <div className="mb-4 print:hidden">
    <Banner
      tone="warning"
      title={say('requiredFactor.setUpBefore', {
        day: formatDate(toEpochMs(by), new Intl.DateTimeFormat().resolvedOptions().timeZone),
      })}
      action={
        <Button size="small" onClick={() => openOver('security')}>
          {say('common.setUp')}
        </Button>
      }
    >
      {say('requiredFactor.isRequired')}
    </Banner>
  </div>
);

/** Visible on focus. The link must not change the address's fragment, which holds the current place. */
const SkipLink = () => (
  <a
    href="#main"
    onClick={(event) => {
      event.preventDefault();
      document.getElementById('main')?.focus();
    }}
    className="absolute top-2 inset-s-4 z-30 rounded-md bg-surface px-4 py-2 font-semibold text-accent not-focus:sr-only"
  >
    {say('frame.skip')}
  </a>
);

/** Offers a reload when the server has a new version. The reload waits for unfinished punches and other writes. */
function NewVersion() {
  const isOutdated = useIsPageOutdated();
  const [isWaiting, setWaiting] = useState(false);
  const reload = async () => {
    setWaiting(true);
    await whenWritesSettled();
    location.reload();
  };
  return (
    <div role="status" className="shrink-0 empty:hidden">
      {isOutdated && (
        <Button
          size="small"
          isBusy={isWaiting}
          icon={<RefreshCw size={16} />}
          onClick={() => void reload()}
          className="max-sm:min-h-9 max-sm:min-w-9 max-sm:px-0"
        >
          <span className="max-sm:sr-only">
            <span className="max-md:sr-only">{say('frame.newVersion')} </span>
            {say('common.reload')}
          </span>
        </Button>
      )}
    </div>
  );
}
