import { say } from '#texts/say';
import { Delete } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { classes } from '#web/ui/classes.ts';
import { changePin, enter, type Visit } from './flow.ts';
import { BackButton, PressButton, Title } from './frame.tsx';

const PIN_DIGITS = 6;
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

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
    <section className="grid justify-items-center gap-3">
      <Title>{title}</Title>
      {/* Its room is kept: no key may move under a finger. */}
      <div className="grid min-h-14 content-center text-lg sm:min-h-8 sm:text-xl">
        {problem === undefined && <p className="wrap-anywhere text-muted">{text}</p>}
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      </div>
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
      <div className="grid grid-cols-3 gap-3">
        {KEYS.map((digit) => (
          <PressButton
            key={digit}
            size="key"
            className={digit === '0' ? 'col-start-2' : undefined}
            onClick={() => add(digit)}
          >
            {digit}
          </PressButton>
        ))}
        <PressButton size="key" aria-label={say('kiosk.deleteDigit')} onClick={remove}>
          <Delete size={32} />
        </PressButton>
      </div>
      <BackButton />
    </section>
  );
}

interface PinScreenProps {
  visit: Visit;
  problem?: string | undefined;
}

export const PinScreen = ({ visit, problem }: PinScreenProps) => (
  <PinPad
    title={visit.name ?? say('kiosk.enterPin')}
    text={visit.name && say('kiosk.enterPin')}
    problem={problem}
    onEnter={(pin) => void enter({ ...visit, pin })}
  />
);

export function NewPinScreen({ visit, problem }: PinScreenProps) {
  const [first, setFirst] = useState<string | null>(null);
  const [differs, setDiffers] = useState(false);
  const take = (pin: string) => {
    setDiffers(first !== null && pin !== first);
    setFirst(first === null ? pin : null);
    if (pin === first) void changePin(visit, pin);
  };
  return (
    <PinPad
      title={first === null ? say('kiosk.newPin') : say('kiosk.repeatPin')}
      text={say('kiosk.newPinText')}
      problem={differs ? say('kiosk.pinsDiffer') : first === null ? problem : undefined}
      onEnter={take}
    />
  );
}
