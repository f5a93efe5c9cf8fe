import { say, textTable } from '#texts/say';
import type { KiosksView } from '#contract/kiosk/kiosk';
import { KEPT_REASON_LABEL } from '#contract/kiosk/reasons';
import { toEpochMs } from '#contract/wire';
import type { Punch } from '#domain/entry/time-entry';
import { formatDate, formatTime } from '#domain/time/format';
import { useSettings } from '#web/live/use-settings.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

type KeptPress = KiosksView['kiosks'][number]['kept'][number];

const PUNCH = textTable<Punch>({
  clock_in: 'kiosks.clockIn',
  break_start: 'kiosks.breakStart',
  break_end: 'kiosks.breakEnd',
  clock_out: 'kiosks.clockOut',
});
const OUTCOME = textTable({
  recorded: 'kiosks.recorded',
  requested: 'kiosks.requested',
  refused: 'kiosks.refused',
});
const TONE: Readonly<Record<KeptPress['outcome'], BadgeTone>> = {
  recorded: 'success',
  requested: 'warning',
  refused: 'danger',
};
/** What became of presses that the kiosk kept without a network; the newest first. */
export function KeptPresses({ name, kept }: { name: string; kept: readonly KeptPress[] }) {
  const zone = useSettings().data?.settings.zones ?? 'UTC';
  const timeOf = (instant: string) => formatTime(toEpochMs(instant), zone);
  return (
    <details className="text-sm">
      <summary className="min-h-8 font-semibold">{say('kiosks.kept', { count: kept.length })}</summary>
      <ul aria-label={say('kiosks.keptAt', { name })} className="mt-2 grid gap-2">
        {kept.map((press) => (
          <li key={press.requestId} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 tabular-nums">
            <Badge tone={TONE[press.outcome]}>{OUTCOME[press.outcome]}</Badge>
            <span className="min-w-0 wrap-anywhere">
              {press.person?.name ?? say('kiosks.nobody')}
              {' · '}
              {say('kiosks.pressed', {
                punch: PUNCH[press.punch],
                date: formatDate(toEpochMs(press.claimedAt), zone),
                claimed: timeOf(press.claimedAt),
                received: timeOf(press.receivedAt),
              })}
            </span>
            {press.reason && <span className="w-full text-muted">{KEPT_REASON_LABEL[press.reason]}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
