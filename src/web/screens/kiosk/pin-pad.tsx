import { say } from '#texts/say';
import { Delete } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Who } from '#contract/kiosk/kiosk';
import { classes } from '#web/ui/classes.ts';
import { changePin, takePin, type Pending, type Task } from './flow.ts';
import { BackButton, PressButton, Title } from './frame.tsx';

const PIN_DIGITS = 6;
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

interface PadProps {
  title: string;
  text?: string | undefined;
  problem?: string | undefined;
  onEnter: (pin: string) => void;
}

/** Takes a keyboard's digits too. Shows how many were entered, never which. */
function PinPad({ title, text, problem, onEnter }: PadProps) {
  const [digits, setDigits] = useState('');
  const add = (digit: string) => {
    const next = (digits + digit).slice(0, PIN_DIGITS);
    setDigits(next.length === PIN_DIGITS ? '' : next);
    if (next.length === PIN_DIGITS) onEnter(next);
  };
  const remove = () => setDigits(digits.slice(0, -1));
  const press = useEffectEvent(({ key }: KeyboardEvent) => {
    if (/^\d$/.test(key)) add(key);
    if (key === 'Backspace') remove();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <section className="grid justify-items-center gap-5">
      <Title>{title}</Title>
      {text && <p className="text-xl text-muted">{text}</p>}
      <p role="img" aria-label={say('kiosk.pinDigits', { count: digits.length })} className="flex gap-4">
        {Array.from({ length: PIN_DIGITS }, (_, place) => (
          <span
            key={place}
            className={classes(
              'size-5 rounded-full border-2 border-control',
              place < digits.length && 'bg-ink forced-colors:bg-[CanvasText]',
            )}
          />
        ))}
      </p>
      <p role="alert" className="min-h-8 text-xl font-semibold text-danger">
        {problem}
      </p>
      <div className="grid grid-cols-3 gap-3">
        {KEYS.map((digit) => (
          <DigitKey key={digit} digit={digit} onPress={add} />
        ))}
        <span />
        <DigitKey digit="0" onPress={add} />
        <PressButton
          aria-label={say('kiosk.deleteDigit')}
          className="size-16 px-0 sm:size-20"
          onClick={remove}
        >
          <Delete size={32} />
        </PressButton>
      </div>
      <BackButton />
    </section>
  );
}

const DigitKey = ({ digit, onPress }: { digit: string; onPress: (digit: string) => void }) => (
  <PressButton className="size-16 px-0 text-3xl tabular-nums sm:size-20" onClick={() => onPress(digit)}>
    {digit}
  </PressButton>
);

interface PinScreenProps {
  who: Pending;
  task: Task;
  problem?: string | undefined;
}

export const PinScreen = ({ who, task, problem }: PinScreenProps) => (
  <PinPad
    title={say('kiosk.enterPin')}
    text={'name' in who ? who.name : undefined}
    problem={problem}
    onEnter={(pin) => takePin(who, pin, task)}
  />
);

export function NewPinScreen({ who, task, problem }: { who: Who; task: Task; problem?: string }) {
  const [first, setFirst] = useState<string | null>(null);
  const [differs, setDiffers] = useState(false);
  const enter = (pin: string) => {
    setDiffers(first !== null && pin !== first);
    if (first === null) return setFirst(pin);
    setFirst(null);
    if (pin === first) void changePin(who, pin, task);
  };
  return (
    <PinPad
      title={first === null ? say('kiosk.newPin') : say('kiosk.repeatPin')}
      text={say('kiosk.newPinText')}
      problem={differs ? say('kiosk.pinsDiffer') : problem}
      onEnter={enter}
    />
  );
}
