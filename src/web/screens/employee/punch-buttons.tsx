import { Coffee, LogIn, LogOut, Play } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Punch, WorkStatus } from '#domain/entry/time-entry';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { buttonsOf, PENDING_LABEL, PUNCH_LABEL } from './punch.ts';
import type { Punching } from './use-punch.ts';

const ICONS: Readonly<Record<Punch, typeof Play>> = {
  clock_in: LogIn,
  break_start: Coffee,
  break_end: Play,
  clock_out: LogOut,
};

interface PunchButtonsProps {
  status: WorkStatus;
  /** Today's work is over: another Clock In is not what people come for. */
  isDone: boolean;
  punching: Punching;
  onPress: (punch: Punch) => void;
  /** What stands below the main button, with the other one in it, or nothing in its kept place. */
  children: (other: ReactNode) => ReactNode;
}

/**
 * Only what is allowed now. The place under the thumb is the same button whatever it says, so that the focus stays; the
 * other one comes and goes where nothing has to move for it.
 */
export function PunchButtons({
  status,
  isDone,
  punching: { state, resting },
  onPress,
  children,
}: PunchButtonsProps) {
  const main = useRef<HTMLButtonElement>(null);
  const other = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const places = buttonsOf(status);
  const pending = state.phase === 'pending' ? state.press.punch : null;

  useLayoutEffect(() => {
    // Start Break goes away under the finger of a keyboard user: the focus goes where the action is.
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
        icon={
          at === main ? (
            <Icon aria-hidden size={22} />
          ) : (
            <Icon aria-hidden size={18} className="max-[22rem]:hidden" />
          )
        }
        working={pending === punch}
        resting={pending !== null || resting === punch}
        onClick={() => {
          hadFocus.current = at === other;
          onPress(punch);
        }}
      >
        {pending === punch ? PENDING_LABEL[punch] : PUNCH_LABEL[punch]}
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
