import { Coffee, LogIn, LogOut, Play } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { Punch, WorkStatus } from '#domain/time-entry';
import { Button } from '#web/ui/button.tsx';
import { PENDING_LABEL, PUNCH_LABEL } from './punch.ts';
import type { Punching } from './use-punch.ts';

/**
 * The place under the thumb, the same button whatever it says, so that the focus stays; and the one well
 * below it.
 */
const PLACES: Readonly<Record<WorkStatus, { main: Punch; other: Punch | null }>> = {
  'clocked-out': { main: 'clock_in', other: null },
  'clocked-in': { main: 'clock_out', other: 'break_start' },
  'on-break': { main: 'break_end', other: null },
};

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

/** Only what is allowed now (ui.md 2). */
export function PunchButtons({ status, punching: { state, resting }, onPress }: PunchButtonsProps) {
  const main = useRef<HTMLButtonElement>(null);
  const other = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const places = PLACES[status];
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
