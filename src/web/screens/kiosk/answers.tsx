import { say } from '#texts/say';
import { CircleCheck, CircleX, CloudUpload, Coffee, LogIn, LogOut, Printer, Repeat } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { OutputOf } from '#contract/routes';
import { toEpochMs } from '#contract/wire';
import { formatTime } from '#domain/time/format';
import { classes } from '#web/ui/classes.ts';
import { connection, useZone } from './connection.ts';
import { choose, show, showWaiting, stateLeft, type Choice, type Result } from './flow.ts';
import { Actions, BackButton, PressButton, Title } from './frame.tsx';
import { beep } from './sound.ts';

const ICONS = {
  clock_in: LogIn,
  break_start: Coffee,
  break_end: Coffee,
  clock_out: LogOut,
  kept: CloudUpload,
  repeated: Repeat,
  success: CircleCheck,
  warning: Repeat,
  danger: CircleX,
} as const;

const TONES = {
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const;

/** Colour, icon and words say the same. The next badge is taken while it stands. */
export function ResultScreen(result: Result) {
  const { tone, icon = tone, title, lines = [], language, forgotten, visit, unknownBadge } = result;
  const isRead = tone === 'danger' || forgotten;
  useEffect(() => {
    const { hasSound, confirmSeconds } = connection().view?.options ?? { hasSound: false, confirmSeconds: 3 };
    if (hasSound) beep(tone === 'danger' || icon === 'repeated' ? 'bad' : 'good');
    const timer = isRead ? undefined : setTimeout(showWaiting, confirmSeconds * 1000);
    return () => clearTimeout(timer);
  }, [tone, icon, isRead]);
  const Icon = ICONS[icon];
  return (
    <>
      <section
        role="alert"
        lang={language}
        className={classes(
          'grid w-full max-w-240 justify-items-center gap-3 rounded-lg border-2 border-current px-4 py-6 text-balance sm:gap-4 sm:py-12',
          TONES[tone],
        )}
      >
        <Icon className="size-12 sm:size-18" />
        <Title>{title}</Title>
        {lines.map((line, place) => (
          <p key={line} className={place === 0 ? 'text-xl sm:text-3xl' : 'text-lg text-ink sm:text-2xl'}>
            {line}
          </p>
        ))}
      </section>
      {forgotten && visit && (
        <Question heading={forgotten.question} language={language}>
          {forgotten.times.map(({ time, label }) => (
            <PressButton key={time} size="huge" onClick={() => void stateLeft(visit, forgotten, time)}>
              {label}
            </PressButton>
          ))}
          <PressButton size="huge" look="quiet" onClick={showWaiting}>
            {forgotten.later}
          </PressButton>
        </Question>
      )}
      {tone === 'danger' && (
        <Actions>
          {unknownBadge !== undefined && (
            <PressButton
              onClick={() =>
                show({ name: 'identify', by: 'id', task: { kind: 'register', badge: unknownBadge } })
              }
            >
              {say('kiosk.registerBadge')}
            </PressButton>
          )}
          <PressButton look="quiet" onClick={showWaiting}>
            {say('kiosk.done')}
          </PressButton>
        </Actions>
      )}
    </>
  );
}

interface QuestionProps {
  heading: string;
  text?: string;
  language?: string | undefined;
  children: ReactNode;
}

/** Below, targets of 96 px, two in a row. */
const Question = ({ heading, text, language, children }: QuestionProps) => (
  <section lang={language} className="grid w-full max-w-240 justify-items-center gap-6 sm:gap-8">
    <div>
      <Title>{heading}</Title>
      {text !== undefined && <p className="mt-2 text-lg text-muted sm:text-2xl">{text}</p>}
    </div>
    <div className="grid w-full auto-rows-fr grid-cols-2 gap-4">{children}</div>
  </section>
);

export function ChoiceScreen(choice: Choice) {
  const { heading, title, language, choices, requestId } = choice;
  return (
    <>
      <Question heading={heading} text={title} language={language}>
        {choices.map(({ punch, label }, place) => {
          const Icon = ICONS[punch];
          return (
            <PressButton
              key={punch}
              size="huge"
              look={place === 0 && requestId === undefined ? 'primary' : 'plain'}
              className={choices.length === 1 ? 'col-span-2' : undefined}
              onClick={() => void choose(choice, punch)}
            >
              <Icon size={32} className="shrink-0" />
              {label}
            </PressButton>
          );
        })}
      </Question>
      <BackButton />
    </>
  );
}

/** Lists who is in, for an emergency, and prints the list. */
export function InsideScreen({ list: { now, people } }: { list: OutputOf<'kioskWhoIsIn'> }) {
  const zone = useZone();
  const timeOf = (instant: string) => formatTime(toEpochMs(instant), zone);
  return (
    <section className="mb-auto grid w-full max-w-240 gap-4 text-start">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Title>
          {people.length === 0
            ? say('kiosk.nobodyIn')
            : say('kiosk.peopleIn', { count: people.length, time: timeOf(now) })}
        </Title>
        <Actions>
          <PressButton look="primary" onClick={() => print()}>
            <Printer size={24} />
            {say('kiosk.print')}
          </PressButton>
          <PressButton onClick={showWaiting}>{say('kiosk.done')}</PressButton>
        </Actions>
      </div>
      <ul
        aria-label={say('kiosk.whoIsIn')}
        className="divide-y divide-line border-line text-lg not-empty:border-y sm:text-xl"
      >
        {people.map(({ name, department, since }) => (
          <li key={`${name} ${since}`} className="flex flex-wrap justify-between gap-x-6 py-2">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="text-muted">
              {department} · {say('kiosk.since', { time: timeOf(since) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
