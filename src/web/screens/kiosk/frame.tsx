import { say } from '#texts/say';
import { CloudOff, TabletSmartphone } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { formatFullDate } from '#domain/time/format';
import { useNow } from '#web/time/use-now.tsx';
import { classes } from '#web/ui/classes.ts';
import { useConnection, useZone } from './connection.ts';
import { showWaiting } from './flow.ts';

/** The workplace, the time, and whether presses are sent at once. */
export function Frame({ children }: { children: ReactNode }) {
  const view = useConnection((now) => now.view);
  const zone = useZone();
  const date = useNow((now) => formatFullDate(now, zone));
  return (
    <main className="flex min-h-dvh flex-col bg-page text-ink select-none print:block">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 px-6 pt-4 text-base print:hidden sm:px-10 sm:pt-8 sm:text-lg">
        <p className="font-semibold">{[view?.workplace.name, view?.name].filter(Boolean).join(' · ')}</p>
        <p className="text-muted">{date}</p>
      </header>
      <div className="flex grow flex-col items-center justify-center gap-4 px-6 py-4 text-center print:block sm:gap-6 sm:px-10 sm:py-6">
        {children}
      </div>
      <NetworkState />
    </main>
  );
}

/** Its room is kept: nothing may move when the network goes. */
function NetworkState() {
  const isOffline = useConnection((now) => now.isOnline === false);
  const kept = useConnection((now) => now.kept);
  return (
    <footer className="px-6 pb-4 text-base print:hidden sm:px-10">
      <p
        role="status"
        className={classes(
          'flex min-h-14 flex-wrap content-center items-center gap-x-4 sm:min-h-10 sm:justify-end',
          isOffline ? 'font-semibold text-warning' : 'text-muted',
        )}
      >
        {isOffline && (
          <span className="flex items-center gap-2">
            <CloudOff size={20} className="shrink-0" />
            {say('kiosk.offline')}
          </span>
        )}
        {kept > 0 && <span>{say('kiosk.waitingToSend', { count: kept })}</span>}
      </p>
    </footer>
  );
}

export const Notice = ({ title, children }: { title: string; children?: ReactNode }) => (
  <main className="grid min-h-dvh place-content-center justify-items-center gap-4 bg-page px-6 text-center text-balance text-ink">
    <TabletSmartphone size={48} className="text-muted" />
    <Title>{title}</Title>
    {children && <p className="max-w-160 text-lg text-muted sm:text-xl">{children}</p>}
  </main>
);

export const Title = ({ children }: { children: ReactNode }) => (
  <h1 className="max-w-200 text-xl font-semibold text-balance wrap-anywhere sm:text-3xl">{children}</h1>
);

/** The main action is on the right, and above the others on a phone. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex w-full max-w-160 flex-col gap-2 print:hidden sm:w-auto sm:flex-row-reverse sm:gap-4">
    {children}
  </div>
);

const LOOKS = {
  primary: 'border-transparent bg-accent text-on-fill active:bg-accent-strong',
  plain: 'border-control bg-surface active:bg-sunken',
  quiet: 'border-transparent text-accent active:bg-accent-soft',
} as const;
const SIZES = {
  /** 96 px high: for gloves. */
  huge: 'min-h-24 flex-col gap-1 px-2 py-3 text-lg sm:flex-row sm:gap-3 sm:text-3xl',
  large: 'min-h-16 gap-3 px-6 text-lg sm:text-xl',
  key: 'h-16 w-24 text-2xl tabular-nums sm:h-20 sm:w-28 sm:text-3xl',
} as const;

interface PressProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOKS;
  size?: keyof typeof SIZES;
}

export const PressButton = ({ look = 'plain', size = 'large', className, ...rest }: PressProps) => (
  <button
    type="button"
    {...rest}
    className={classes(
      'inline-flex items-center justify-center rounded-lg border-2 font-semibold disabled:border-line disabled:bg-sunken disabled:text-muted',
      LOOKS[look],
      SIZES[size],
      className,
    )}
  />
);

export const BackButton = () => (
  <PressButton look="quiet" onClick={showWaiting}>
    {say('kiosk.cancel')}
  </PressButton>
);
