import { Coffee, LogIn, LogOut, Play } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Punch, WorkStatus } from '#domain/entry/time-entry';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { buttonsOf, PUNCH_WORDS } from './punch.ts';
import type { Punching } from './use-punch.ts';

const ICONS: Readonly<Record<Punch, typeof Play>> = {
  clock_in: LogIn,
  break_start: Coffee,
  break_end: Play,
  clock_out: LogOut,
};

interface PunchButtonsProps {
  status: WorkStatus;
  /** Clock In is quiet after the day's work. */
  isDone: boolean;
  punching: Punching;
  onPress: (punch: Punch) => void;
  /** Gets the second button, or null, to place it. */
  children: (other: ReactNode) => ReactNode;
}

/** The main button stays the same element, so that the focus stays when its label changes. */
export function PunchButtons({ status, isDone, punching, onPress, children }: PunchButtonsProps) {
  const { state, resting } = punching;
  const main = useRef<HTMLButtonElement>(null);
  const other = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const places = buttonsOf(status);
  const pending = state.phase === 'pending' ? state.press.punch : null;

  useLayoutEffect(() => {
    // Start Break disappears under a keyboard user's focus.
    if (hadFocus.current && places.other === null) main.current?.focus();
    hadFocus.current = false;
  }, [places.other]);

  const button = (punch: Punch, at: typeof main, look: 'primary' | 'secondary' | 'ink') => {
    const Icon = ICONS[punch];
    return (
      <Button
        ref={at}
        look={look}
        size={at === main ? 'large' : 'inline'}
        className={classes('w-full', at === other && 'min-h-12')}
        icon={at === main ? <Icon size={22} /> : <Icon size={18} className="max-[22rem]:hidden" />}
        working={pending === punch}
        resting={pending !== null || resting === punch}
        onClick={() => {
          hadFocus.current = at === other;
          onPress(punch);
        }}
      >
        {PUNCH_WORDS[punch][pending === punch ? 'pending' : 'label']}
      </Button>
    );
  };

  return (
    <>
      {button(places.main, main, places.main === 'clock_out' ? 'ink' : isDone ? 'secondary' : 'primary')}
      {children(places.other !== null && button(places.other, other, 'secondary'))}
    </>
  );
}
