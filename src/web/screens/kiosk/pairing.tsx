import { say } from '#texts/say';
import { useEffect, useState } from 'react';
import type { OutputOf } from '#contract/routes';
import { toEpochMs } from '#contract/wire';
import { formatTime } from '#domain/time/format';
import { MS_PER_MINUTE } from '#domain/time/units';
import { call } from '#web/api.ts';
import QrCode from '#web/ui/qr-code.tsx';
import { deviceNow } from '#web/time/clock.ts';
import { contactServer, useConnection } from './connection.ts';
import { Notice, Title } from './frame.tsx';

const ASK_EVERY_MS = 3_000;
const RETRY_MS = 5_000;

/** The workplace's is not known yet. */
const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Shows a code, a new one when it ends, until an administrator has typed it. */
export function PairingScreen() {
  const isAnswered = useConnection((now) => now.isOnline === true);
  const [pairing, setPairing] = useState<OutputOf<'pairKiosk'> | null>(null);
  useEffect(() => {
    if (!isAnswered) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const renew = async () => {
      const answer = await call('pairKiosk', {});
      if (answer.ok) setPairing(answer.value);
      const leftMs = answer.ok ? toEpochMs(answer.value.until) - deviceNow() : RETRY_MS;
      timer = setTimeout(() => void renew(), Math.max(RETRY_MS, Math.min(leftMs, MS_PER_MINUTE * 10)));
    };
    void renew();
    const asking = setInterval(() => void contactServer(), ASK_EVERY_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(asking);
    };
  }, [isAnswered]);
  if (!pairing)
    return (
      <Notice title={say('kiosk.pair')}>
        {isAnswered ? say('kiosk.opening') : say('kiosk.pairOffline')}
      </Notice>
    );
  const { code, until } = pairing;
  const address = `${location.origin}/#settings/kiosks?code=${code}`;
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 bg-page px-6 py-4 text-center text-balance text-ink sm:gap-6">
      <Title>{say('kiosk.pair')}</Title>
      <p
        aria-label={[...code].join(' ')}
        className="text-3xl font-semibold whitespace-nowrap tabular-nums sm:text-kiosk"
      >
        {code.slice(0, 4)} {code.slice(4)}
      </p>
      <p className="max-w-160 text-lg sm:text-xl">{say('kiosk.pairText')}</p>
      <div className="w-48">
        <QrCode text={address} label={say('kiosk.pairQr')} />
      </div>
      <p className="text-base text-muted sm:text-lg">
        {say('kiosk.pairUntil', { time: formatTime(toEpochMs(until), deviceZone()) })}
      </p>
      <p className="max-w-160 text-base text-muted">{say('kiosk.homeScreen')}</p>
    </main>
  );
}
