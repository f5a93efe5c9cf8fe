import { say } from '#texts/say';
import { Nfc, KeyRound, QrCode, ShieldUser } from 'lucide-react';
import { useEffect } from 'react';
import { useConnection, useMustKeep } from './connection.ts';
import { show } from './flow.ts';
import { BigClock, PressButton, Title } from './frame.tsx';
import { keepAwake, useLacking } from './page.ts';

export function WaitingScreen() {
  const isKeeping = useMustKeep();
  const names = useConnection((now) => now.view?.options.names);
  const lacking = useLacking();
  const byId = isKeeping || names === 'hidden';
  useEffect(() => {
    const ask = () => void (document.hidden || keepAwake());
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, []);
  return (
    <div onPointerDown={() => void keepAwake()} className="grid w-full max-w-240 justify-items-center gap-8">
      <BigClock />
      <div className="grid justify-items-center gap-4">
        <Nfc size={56} className="text-accent" />
        <Title>{say('kiosk.holdBadge')}</Title>
      </div>
      <div className="flex flex-wrap justify-center gap-4">
        <PressButton onClick={() => show({ name: byId ? 'employee-id' : 'people' })}>
          <KeyRound size={24} />
          {byId ? say('kiosk.useId') : say('kiosk.useName')}
        </PressButton>
        <PressButton onClick={() => show({ name: 'camera' })}>
          <QrCode size={24} />
          {say('kiosk.useCamera')}
        </PressButton>
      </div>
      <button
        type="button"
        className="inline-flex min-h-12 items-center gap-2 rounded-md px-3 text-base text-muted"
        onClick={() =>
          isKeeping
            ? show({ name: 'message', tone: 'danger', title: say('kiosk.needsConnection') })
            : show({ name: 'admin', task: { kind: 'inside' } })
        }
      >
        <ShieldUser size={20} />
        {say('kiosk.admin')}
      </button>
      {/* Its room is kept: nothing may move under a finger. */}
      <p className="min-h-12 max-w-160 text-base text-muted">
        {[lacking.wakeLock && say('kiosk.noWakeLock'), lacking.persistence && say('kiosk.notPersistent')]
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  );
}
