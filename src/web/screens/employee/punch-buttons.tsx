import { Coffee, LogIn, LogOut, Play } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { Punch, WorkStatus } from '#domain/time-entry';
import { Button } from '#web/ui/button.tsx';
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
  punching: Punching;
  onPress: (punch: Punch) => void;
}

/**
 * Only what is allowed now. The place under the thumb is the same button whatever it says, so that the focus stays.
 */
export function PunchButtons({ status, punching: { state, resting }, onPress }: PunchButtonsProps) {
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

  const button = (punch: Punch, at: typeof main, look: 'primary' | 'secondary' | 'danger') => {
    const Icon = ICONS[punch];
    return (
      <Button
        ref={at}
        look={look}
        size="large"
        className="w-full"
        icon={<Icon aria-hidden size={22} />}
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
    <div className="flex flex-col gap-4">
      {button(places.main, main, places.main === 'clock_out' ? 'danger' : 'primary')}
      {places.other !== null && button(places.other, other, 'secondary')}
    </div>
  );
}
