import { say } from '#texts/say';
import { Nfc, KeyRound, QrCode, ShieldUser } from 'lucide-react';
import { useEffect } from 'react';
import { formatClock } from '#domain/time/format';
import { useNow } from '#web/time/use-now.tsx';
import { useMustKeep, useOptions, useZone } from './connection.ts';
import { show } from './flow.ts';
import { PressButton, Title } from './frame.tsx';
import { keepAwake, useLacking } from './page.ts';

export function WaitingScreen() {
  const isKeeping = useMustKeep();
  const lacking = useLacking();
  const zone = useZone();
  const time = useNow((now) => formatClock(now, zone));
  const isById = useOptions()?.names === 'hidden' || isKeeping;
  useEffect(() => {
    const ask = () => void (document.hidden || keepAwake());
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, []);
  return (
    <div
      onPointerDown={() => void keepAwake()}
      className="grid w-full max-w-240 justify-items-center gap-6 sm:gap-8"
    >
      <p className="text-kiosk font-semibold tabular-nums">{time}</p>
      <div className="grid justify-items-center gap-2 sm:gap-4">
        <Nfc className="size-12 text-accent sm:size-14" />
        <Title>{say('kiosk.holdBadge')}</Title>
      </div>
      <div className="flex w-full flex-col gap-4 sm:w-auto sm:flex-row">
        <PressButton
          onClick={() => show({ name: 'identify', by: isById ? 'id' : 'name', task: { kind: 'punch' } })}
        >
          <KeyRound size={24} />
          {isById ? say('kiosk.useId') : say('kiosk.useName')}
        </PressButton>
        <PressButton onClick={() => show({ name: 'camera' })}>
          <QrCode size={24} />
          {say('kiosk.useCamera')}
        </PressButton>
      </div>
      <button
        type="button"
        disabled={isKeeping}
        className="inline-flex min-h-12 items-center gap-2 rounded-md px-3 text-base text-muted"
        onClick={() => show({ name: 'identify', by: 'id', task: { kind: 'inside' } })}
      >
        <ShieldUser size={20} />
        {isKeeping ? say('kiosk.needsConnection') : say('kiosk.admin')}
      </button>
      {/* Its room is kept: nothing may move under a finger. */}
      <p className="min-h-12 max-w-160 text-sm text-muted sm:text-base">
        {[lacking.wakeLock && say('kiosk.noWakeLock'), lacking.persistence && say('kiosk.notPersistent')]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  );
}
