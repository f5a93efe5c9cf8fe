import { say } from '#texts/say';
import { CircleCheck, CircleX, CloudUpload, Coffee, LogIn, LogOut, Repeat } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { KioskAnswer, Who } from '#contract/kiosk/kiosk';
import type { Punch } from '#domain/entry/time-entry';
import { formatTime } from '#domain/time/format';
import type { EpochMs } from '#domain/time/units';
import { classes } from '#web/ui/classes.ts';
import { connection, useConnection } from './connection.ts';
import { keepPressed, punch, show, showWaiting, stateLeft } from './flow.ts';
import { BackButton, PressButton, Title } from './frame.tsx';
import { beep } from './sound.ts';

const ICONS: Readonly<Record<Punch, typeof LogIn>> = {
  clock_in: LogIn,
  break_start: Coffee,
  break_end: Coffee,
  clock_out: LogOut,
};

const TONES = {
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const;

interface PanelProps {
  tone: keyof typeof TONES;
  icon: ReactNode;
  language?: string;
  children: ReactNode;
}

/** Colour, icon and words say the same. */
const Panel = ({ tone, icon, language, children }: PanelProps) => (
  <section
    role="alert"
    lang={language}
    className={classes(
      'grid w-full max-w-240 justify-items-center gap-4 rounded-lg border-2 border-current px-6 py-10 sm:py-14',
      TONES[tone],
    )}
  >
    {icon}
    {children}
  </section>
);

/** Stands as long as the kiosk's options say; the next badge is taken meanwhile. */
function useEnd(isOver: boolean, tone: 'good' | 'bad'): void {
  useEffect(() => {
    const { hasSound, confirmSeconds } = connection().view?.options ?? { hasSound: false, confirmSeconds: 3 };
    if (hasSound) beep(tone);
    if (!isOver) return undefined;
    const timer = setTimeout(showWaiting, confirmSeconds * 1000);
    return () => clearTimeout(timer);
  }, [isOver, tone]);
}

type Answer = Exclude<KioskAnswer, { outcome: 'choose' }>;

export function AnswerScreen({ answer, who }: { answer: Answer; who: Who }) {
  const forgotten = answer.outcome === 'recorded' ? answer.forgotten : null;
  useEnd(forgotten === null, answer.outcome === 'recorded' ? 'good' : 'bad');
  const isRecorded = answer.outcome === 'recorded';
  const Icon = isRecorded ? ICONS[answer.punch] : Repeat;
  return (
    <>
      <Panel tone={isRecorded ? 'success' : 'warning'} language={answer.language} icon={<Icon size={72} />}>
        <h1 className="text-3xl font-semibold wrap-anywhere sm:text-clock">{answer.name}</h1>
        <p className="text-2xl sm:text-3xl">{answer.title}</p>
        {isRecorded &&
          answer.lines.map((line) => (
            <p key={line} className="text-2xl text-ink">
              {line}
            </p>
          ))}
      </Panel>
      {forgotten && (
        <section lang={answer.language} className="grid w-full max-w-240 gap-4">
          <Title>{forgotten.question}</Title>
          <div className="flex flex-wrap gap-4">
            {forgotten.times.map(({ time, label }) => (
              <PressButton key={time} size="huge" onClick={() => void stateLeft(who, forgotten, time)}>
                {label}
              </PressButton>
            ))}
            <PressButton size="huge" look="quiet" onClick={showWaiting}>
              {forgotten.later}
            </PressButton>
          </div>
        </section>
      )}
    </>
  );
}

type Choice = Extract<KioskAnswer, { outcome: 'choose' }>;

export const ChoiceScreen = ({ answer, who }: { answer: Choice; who: Who }) => (
  <section lang={answer.language} className="grid w-full max-w-240 justify-items-center gap-8">
    <div>
      <h1 className="text-3xl font-semibold wrap-anywhere sm:text-clock">{answer.name}</h1>
      <p className="mt-2 text-2xl text-muted">{answer.title}</p>
    </div>
    <div className="flex w-full flex-wrap gap-4">
      {answer.choices.map(({ punch: kind, label }, place) => {
        const Icon = ICONS[kind];
        return (
          <PressButton
            key={kind}
            size="huge"
            look={place === 0 ? 'primary' : 'plain'}
            onClick={() => void punch(who, kind)}
          >
            <Icon size={32} />
            {label}
          </PressButton>
        );
      })}
    </div>
    <BackButton />
  </section>
);

const PRESSES = [
  ['clock_in', 'kiosk.clockIn'],
  ['break_start', 'kiosk.breakStart'],
  ['break_end', 'kiosk.breakEnd'],
  ['clock_out', 'kiosk.clockOut'],
] as const;

/** Without a network the kiosk knows nobody, so the person says what the press is. */
export const PressScreen = ({ who, requestId }: { who: Who; requestId: string }) => (
  <section className="grid w-full max-w-240 justify-items-center gap-8">
    <div>
      <Title>{say('kiosk.whatNow')}</Title>
      <p className="mt-2 text-xl text-muted">{say('kiosk.whatNowText')}</p>
    </div>
    <div className="grid w-full gap-4 sm:grid-cols-2">
      {PRESSES.map(([kind, label]) => {
        const Icon = ICONS[kind];
        return (
          <PressButton key={kind} size="huge" onClick={() => void keepPressed(who, requestId, kind)}>
            <Icon size={32} />
            {say(label)}
          </PressButton>
        );
      })}
    </div>
    <BackButton />
  </section>
);

/** Never as a confirmation looks: nothing is recorded yet. */
export function KeptScreen({ at }: { at: EpochMs }) {
  const zone = useConnection((now) => now.view?.workplace.zones ?? 'UTC');
  const kept = useConnection((now) => now.kept);
  useEnd(true, 'good');
  return (
    <Panel tone="warning" icon={<CloudUpload size={72} />}>
      <h1 className="text-2xl font-semibold sm:text-3xl">
        {say('kiosk.keptTitle', { time: formatTime(at, zone) })}
      </h1>
      <p className="text-2xl text-ink">{say('kiosk.keptText')}</p>
      {kept > 0 && <p className="text-xl text-ink">{say('kiosk.waitingToSend', { count: kept })}</p>}
    </Panel>
  );
}

interface MessageProps {
  title: string;
  text?: string;
  tone?: 'success' | 'danger';
}

export function MessageScreen({ title, text, tone }: MessageProps) {
  useEnd(tone !== undefined, tone === 'danger' ? 'bad' : 'good');
  if (!tone) return <Title>{title}</Title>;
  const Icon = tone === 'success' ? CircleCheck : CircleX;
  return (
    <>
      <Panel tone={tone} icon={<Icon size={72} />}>
        <h1 className="text-2xl font-semibold wrap-anywhere sm:text-3xl">{title}</h1>
        {text && <p className="text-2xl text-ink">{text}</p>}
      </Panel>
      <PressButton onClick={showWaiting}>{say('kiosk.done')}</PressButton>
    </>
  );
}

export const UnknownBadgeScreen = ({ badge, title }: { badge: string; title: string }) => (
  <>
    <Panel tone="danger" icon={<CircleX size={72} />}>
      <h1 className="text-2xl font-semibold sm:text-3xl">{title}</h1>
    </Panel>
    <div className="flex flex-wrap justify-center gap-4">
      <PressButton onClick={() => show({ name: 'admin', task: { kind: 'register', badge } })}>
        {say('kiosk.registerBadge')}
      </PressButton>
      <PressButton look="quiet" onClick={showWaiting}>
        {say('kiosk.back')}
      </PressButton>
    </div>
  </>
);
