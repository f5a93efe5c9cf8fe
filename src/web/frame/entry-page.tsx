/** The page around login and registration. The card is aligned to the top, so that messages move nothing above them. */
import { say } from '#texts/say';
import { Clock, ListChecks, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { formatFullDate, formatTime, formatZone } from '#domain/time/format';
import { closeOver, openOver, useOpened } from '#web/browser/navigation.ts';
import { chooseTheme, THEME_LABELS, useTheme, type Theme } from '#web/browser/theme.ts';
import type { useForm } from '#web/forms/use-form.ts';
import { Problem } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { call } from '#web/api.ts';
import { adjustToServerTime } from '#web/time/clock.ts';
import { LiveText } from '#web/time/use-now.tsx';
import { Brand, Footer } from './header-bar.tsx';
import { LanguageChoice } from './language-choice.tsx';

const LegalDialog = onDemand(() => import('./legal-dialog.tsx'));

const FACTS = [
  {
    icon: Clock,
    title: 'about.serverClock',
    text: 'about.serverClockText',
  },
  {
    icon: ListChecks,
    title: 'about.onRecord',
    text: 'about.onRecordText',
  },
  {
    icon: ShieldCheck,
    title: 'about.known',
    text: 'about.knownText',
  },
] as const;

export function AuthPage({ children }: { children: ReactNode }) {
  const legal = useOpened('terms', 'privacy');
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-256 flex-col">
      <header className="flex flex-wrap items-center justify-between gap-x-4 px-4 pt-6 lg:px-8 lg:pt-8">
        <Brand />
        <LanguageChoice />
      </header>
      <main className="grid grow content-start justify-items-center gap-y-4 px-4 pt-4 lg:grid-cols-[1fr_28rem] lg:grid-rows-[auto_1fr] lg:justify-items-start lg:gap-x-16 lg:gap-y-8 lg:px-8 lg:pt-[9vh]">
        <WallClock />
        <div className="w-full max-w-112 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
          {children}
        </div>
        <ul className="hidden max-w-112 flex-col gap-6 self-start lg:flex">
          {FACTS.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <Icon size={24} className="mt-0.5 shrink-0 text-accent" />
              <div>
                <p className="font-semibold">{say(title)}</p>
                <p className="text-sm text-muted">{say(text)}</p>
              </div>
            </li>
          ))}
        </ul>
      </main>
      <Footer>
        <Button look="quiet" size="note" onClick={() => openOver('terms')}>
          {say('legal.terms')}
        </Button>
        <Button look="quiet" size="note" onClick={() => openOver('privacy')}>
          {say('legal.privacy')}
        </Button>
        <ThemeButton />
      </Footer>
      {legal && <LegalDialog text={legal} onClosed={() => closeOver(legal)} />}
    </div>
  );
}

interface AuthFormProps {
  form: Pick<ReturnType<typeof useForm>, 'ref' | 'problem' | 'isSubmitting'> & {
    submit(event: FormEvent): void;
  };
  submit: string;
  isDisabled?: boolean;
  className?: string;
  aside?: ReactNode;
  children: ReactNode;
}

export const AuthForm = ({
  form: { ref, problem, isSubmitting, submit: onSubmit },
  submit,
  isDisabled = false,
  className = 'mt-6',
  aside,
  children,
}: AuthFormProps) => (
  <form ref={ref} noValidate onSubmit={onSubmit} className={`flex flex-col gap-4 ${className}`}>
    {children}
    <Problem text={problem} className="empty:-mt-4" />
    <Button
      look="primary"
      type="submit"
      disabled={isSubmitting || isDisabled}
      isBusy={isSubmitting}
      className="w-full"
    >
      {submit}
    </Button>
    {aside}
  </form>
);

/** Takes the focus, since the focused element of the previous screen is gone. */
export function AuthHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
      {children}
    </h1>
  );
}

const NEXT_THEME: Readonly<Record<Theme, Theme>> = { light: 'dark', dark: 'system', system: 'light' };

function ThemeButton() {
  const theme = useTheme();
  return (
    <Button look="quiet" size="note" onClick={() => chooseTheme(NEXT_THEME[theme])}>
      {say('theme.named', { theme: say(THEME_LABELS[theme]) })}
    </Button>
  );
}

/** Shows the workplace's time. While the time zone is unknown, the space stays reserved and empty. */
function WallClock() {
  const zone = useWorkplaceZone();
  return (
    <div className="min-h-8 lg:min-h-31">
      {zone !== null && (
        <div className="animate-appear flex flex-wrap items-baseline justify-center gap-x-3 lg:block">
          <p className="text-lg font-semibold tabular-nums lg:text-clock">
            <LiveText of={(now) => formatTime(now, zone)} />
          </p>
          <p className="text-sm lg:mt-3 lg:text-lg">
            <LiveText of={(now) => formatFullDate(now, zone)} />
          </p>
          <p className="hidden text-sm text-muted lg:mt-1 lg:block">
            <LiveText of={(now) => say('clock.workplaceTime', { zone: formatZone(now, zone) })} />
          </p>
        </div>
      )}
    </div>
  );
}

function useWorkplaceZone(): string | null {
  const [zone, setZone] = useState<string | null>(null);
  useEffect(() => {
    void call('workplaceTime', {}).then((answer) => {
      if (!answer.ok) return;
      adjustToServerTime(Date.parse(answer.value.now), answer.sentAt, answer.receivedAt);
      setZone(answer.value.timeZone);
    });
  }, []);
  return zone;
}
