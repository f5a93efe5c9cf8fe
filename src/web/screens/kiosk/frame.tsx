import { say } from '#texts/say';
import { CloudOff, TabletSmartphone } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { formatClock, formatFullDate } from '#domain/time/format';
import { useNow } from '#web/time/use-now.tsx';
import { classes } from '#web/ui/classes.ts';
import { useConnection } from './connection.ts';
import { showWaiting } from './flow.ts';

/** The workplace, the time, and whether presses are sent at once. */
export function Frame({ children }: { children: ReactNode }) {
  const view = useConnection((now) => now.view);
  const zone = view?.workplace.zones ?? 'UTC';
  const date = useNow((now) => formatFullDate(now, zone));
  return (
    <main className="flex min-h-dvh flex-col bg-page text-ink select-none print:block">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-6 pt-5 text-lg print:hidden sm:px-10 sm:pt-8">
        <p className="font-semibold">{view?.workplace.name || 'Punctual'}</p>
        <p className="text-muted">{date}</p>
      </header>
      <div className="flex grow flex-col items-center justify-center gap-6 px-6 py-6 text-center print:block sm:px-10">
        {children}
      </div>
      <footer className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 px-6 pb-4 text-base text-muted print:hidden sm:px-10">
        <p>{view?.name}</p>
        <NetworkState />
      </footer>
    </main>
  );
}

function NetworkState() {
  const isOnline = useConnection((now) => now.isOnline);
  const kept = useConnection((now) => now.kept);
  return (
    <p role="status" className={classes(isOnline === false && 'font-semibold text-warning')}>
      {isOnline === false && (
        <span className="inline-flex items-center gap-2">
          <CloudOff size={20} />
          {say('kiosk.offline')}
        </span>
      )}
      {kept > 0 && <span className="ms-4">{say('kiosk.waitingToSend', { count: kept })}</span>}
    </p>
  );
}

export function BigClock() {
  const zone = useConnection((now) => now.view?.workplace.zones ?? 'UTC');
  const time = useNow((now) => formatClock(now, zone));
  return <p className="text-kiosk font-semibold tabular-nums">{time}</p>;
}

export const Notice = ({ title, children }: { title: string; children?: ReactNode }) => (
  <main className="grid min-h-dvh place-content-center justify-items-center gap-4 bg-page px-6 text-center text-ink">
    <TabletSmartphone size={48} className="text-muted" />
    <h1 className="text-3xl font-semibold">{title}</h1>
    {children && <p className="max-w-160 text-xl text-muted">{children}</p>}
  </main>
);

export const Title = ({ children }: { children: ReactNode }) => (
  <h1 className="max-w-200 text-2xl font-semibold wrap-anywhere sm:text-3xl">{children}</h1>
);

const LOOKS = {
  primary: 'border-transparent bg-accent text-on-fill active:bg-accent-strong',
  plain: 'border-control bg-surface active:bg-sunken',
  quiet: 'border-transparent text-accent active:bg-accent-soft',
} as const;
const SIZES = {
  /** 96 px high: for gloves. */
  huge: 'min-h-24 min-w-64 grow px-8 text-2xl sm:text-3xl',
  large: 'min-h-16 px-6 text-lg sm:text-xl',
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
      'inline-flex items-center justify-center gap-3 rounded-lg border-2 font-semibold disabled:border-line disabled:bg-sunken disabled:text-muted',
      LOOKS[look],
      SIZES[size],
      className,
    )}
  />
);

export const BackButton = ({ onPress = showWaiting }: { onPress?: () => void }) => (
  <PressButton look="quiet" onClick={onPress}>
    {say('kiosk.cancel')}
  </PressButton>
);
