/** Keeps presses that found no network, sends them, and shows them until the server has them. */
import { say } from '#texts/say';
import { useQueryClient } from '@tanstack/react-query';
import { CloudUpload } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { toEpochMs, toInstantText } from '#contract/wire';
import { KEPT_AT_ONCE } from '#domain/kiosk/kept-press';
import type { Punch } from '#domain/entry/time-entry';
import { formatDate, formatTime } from '#domain/time/format';
import { call } from '#web/api.ts';
import { keptPressesOf, type KeptPress } from '#web/live/kept-presses.ts';
import { now } from '#web/time/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { NOTHING_KEPT, ownPresses } from './own-presses.ts';
import { PUNCH_WORDS } from './punch.ts';

const SEND_MS = 15_000;

/** @param owner id of who is signed in */
function useOwnPresses(owner: string, zone: string) {
  const client = useQueryClient();
  const showToast = useToast();
  const [box] = useState(() => keptPressesOf(owner));
  const [kept, setKept] = useState<readonly KeptPress[]>([]);
  /** Request ids. They stay until their person has read why. */
  const [refused, setRefused] = useState<readonly string[]>([]);
  const waiting = kept.filter(({ requestId }) => !refused.includes(requestId));
  const last = waiting.at(-1)?.punch ?? null;

  const show = useCallback(async () => setKept(await box.list()), [box]);
  const send = useCallback(async () => {
    const presses = await box.list(KEPT_AT_ONCE);
    const answer = await call('sendKept', { presses });
    if (!answer.ok) return;
    const { outcomes } = answer.value;
    const countOf = (outcome: string) => outcomes.filter((one) => one.outcome === outcome);
    const requested = countOf('requested').map(({ requestId }) => requestId);
    for (const { counter, requestId } of presses)
      if (requested.includes(requestId)) await box.forget(counter);
    setRefused(countOf('refused').map(({ requestId }) => requestId));
    if (requested.length > 0) {
      showToast(say('ownPress.sent', { count: requested.length }));
      void client.invalidateQueries({ queryKey: ['clock'] });
    }
    await show();
  }, [box, client, show, showToast]);

  const keep = useCallback(
    async (punch: Punch, requestId: string) => {
      const at = now();
      const unknown = { offsetMs: null, answeredAt: null, steadyMs: null };
      try {
        await box.keep({ requestId, punch, at: toInstantText(at), ...unknown });
      } catch {
        return null;
      }
      await show();
      return say('ownPress.kept', { time: formatTime(at, zone) });
    },
    [box, show, zone],
  );

  useEffect(() => void show().catch(() => undefined), [show]);
  useEffect(() => {
    ownPresses.set({ last, keep });
    return () => ownPresses.set(NOTHING_KEPT);
  }, [last, keep]);
  const waits = waiting.length > 0;
  useEffect(() => {
    if (!waits) return;
    const run = () => void send();
    run();
    const timer = setInterval(run, SEND_MS);
    addEventListener('online', run);
    document.addEventListener('visibilitychange', run);
    return () => {
      clearInterval(timer);
      removeEventListener('online', run);
      document.removeEventListener('visibilitychange', run);
    };
  }, [waits, send]);

  const forget = async ({ counter }: KeptPress) => {
    await box.forget(counter);
    await show();
  };
  return { waiting, refused: kept.filter((press) => !waiting.includes(press)), forget };
}

export default function KeptPressesCard({ owner, zone }: { owner: string; zone: string }) {
  const { waiting, refused, forget } = useOwnPresses(owner, zone);
  if (waiting.length + refused.length === 0) return null;
  const textOf = ({ punch, at }: KeptPress) =>
    say('ownPress.press', {
      punch: say(PUNCH_WORDS[punch].label),
      date: formatDate(toEpochMs(at), zone),
      time: formatTime(toEpochMs(at), zone),
    });
  return (
    <Card
      aria-labelledby="kept-presses"
      className="animate-appear grid gap-3 border-warning p-4 text-sm sm:p-6"
    >
      <h2 id="kept-presses" className="flex items-center gap-3 text-base font-semibold">
        <CloudUpload size={22} className="shrink-0 text-warning" />
        {say('ownPress.title')}
      </h2>
      {waiting.length > 0 && (
        <>
          <ul className="font-semibold tabular-nums">
            {waiting.map((press) => (
              <li key={press.counter}>{textOf(press)}</li>
            ))}
          </ul>
          <p className="text-muted">{say('ownPress.text')}</p>
        </>
      )}
      {refused.map((press) => (
        <div key={press.counter} role="alert" className="grid justify-items-start gap-2">
          <p className="font-semibold tabular-nums">{textOf(press)}</p>
          <p>{say('ownPress.refused')}</p>
          <Button size="small" onClick={() => void forget(press)}>
            {say('common.gotIt')}
          </Button>
        </div>
      ))}
    </Card>
  );
}
