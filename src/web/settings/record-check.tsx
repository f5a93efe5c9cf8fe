import { say, sayNumber } from '#texts/say';
import { useQueryClient } from '@tanstack/react-query';
import { Archive, ShieldCheck } from 'lucide-react';
import { type ReactNode } from 'react';
import type { NightlyWork } from '#contract/installation/set-up';
import { type EpochMs, MS_PER_HOUR, MS_PER_MINUTE } from '#domain/time/units';
import { call } from '#web/api.ts';
import { useRouteQuery } from '#web/live/use-live-query.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Banner, Problem, type Tone } from '#web/ui/banner.tsx';
import { LoadState } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { toEpochMs } from '#contract/wire';
import { useForm } from '#web/forms/use-form.ts';

interface NightlyWords {
  readonly tone: Tone;
  readonly title: string;
  readonly more?: string;
}

const MS_PER_DAY = 24 * MS_PER_HOUR;
/** Age of a nightly check or backup, in milliseconds, that causes a warning. One missed night causes none. */
const OVERDUE_AFTER_MS = 2 * MS_PER_DAY;

export function lastCheckText(last: NightlyWork['check']['last'], now: EpochMs): NightlyWords {
  if (last === null) return { tone: 'info', title: say('record.notChecked') };
  const age = now - toEpochMs(last.at);
  const checked = { ago: ago(age), count: last.records };
  if (last.faults.length > 0)
    return {
      tone: 'danger',
      title: say('record.differs', checked),
      more: say('record.found', {
        faults: last.faults.map((one) => `${one.fault} (${sayNumber(one.count)})`).join('; '),
      }),
    };
  return wordsByAge(age, say('record.noDifferences', checked), say('record.didNotRun'));
}

const wordsByAge = (age: number, title: string, more: string): NightlyWords =>
  age < OVERDUE_AFTER_MS ? { tone: 'success', title } : { tone: 'warning', title, more };

export function backupsText(backups: NightlyWork['backups'], now: EpochMs): NightlyWords {
  if (backups === null)
    return {
      tone: 'info',
      title: say('record.noBackups'),
    };
  if (backups.newestAt === null)
    return {
      tone: 'warning',
      title: say('record.noBackupYet'),
      more: say('record.firstBackup'),
    };
  const age = now - toEpochMs(backups.newestAt);
  return wordsByAge(age, say('record.newestBackup', { ago: ago(age) }), say('record.backupMissing'));
}

export const progressText = (done: number, total: number): string =>
  total === 0 ? say('record.checking') : say('record.progress', { done, count: total });

/** 'just now', '3m ago', '5h ago', '2 days ago'. */
function ago(age: number): string {
  if (age < MS_PER_MINUTE) return say('record.justNow');
  if (age < MS_PER_HOUR) return say('record.minutesAgo', { minutes: Math.floor(age / MS_PER_MINUTE) });
  if (age < OVERDUE_AFTER_MS) return say('record.hoursAgo', { hours: Math.floor(age / MS_PER_HOUR) });
  return say('record.daysAgo', { count: Math.floor(age / MS_PER_DAY) });
}

const ASK_EVERY_MS = 60_000;
const POLL_PROGRESS_EVERY_MS = 2_000;

export const useNightlyWork = () =>
  useRouteQuery('nightlyWork', undefined, {
    refetchInterval: ({ state: { data } }) => (data?.check.underWay ? POLL_PROGRESS_EVERY_MS : ASK_EVERY_MS),
  });

export function RecordCheck() {
  const client = useQueryClient();
  const { run, problem } = useForm();
  const query = useNightlyWork();
  const checkNow = async () => {
    const answer = await call('checkRecord', {});
    if (answer.ok) client.setQueryData<NightlyWork>(['nightlyWork'], answer.value);
    return answer;
  };
  return (
    <TitledCard title={say('record.title')} className="grid gap-4">
      {query.data && <CheckAndBackups {...query.data} onCheckNow={() => void run(checkNow)} />}
      <LoadState title={say('settings.partNotLoaded')} query={query} shape="h-20" />
      <Problem title={say('record.notStarted')} text={problem} />
    </TitledCard>
  );
}

function CheckAndBackups({ check, backups, onCheckNow }: NightlyWork & { onCheckNow: () => void }) {
  const now = useNow((instant) => Math.floor(instant / MS_PER_MINUTE)) * MS_PER_MINUTE;
  const { last, underWay } = check;
  return (
    <>
      <p role="status" className="sr-only">
        {underWay ? say('record.isChecked') : ''}
      </p>
      {underWay ? (
        <Progress {...underWay} />
      ) : (
        <NightlyLine
          icon={<ShieldCheck size={18} />}
          words={lastCheckText(last, now)}
          action={
            <Button size="small" onClick={onCheckNow}>
              {say('record.checkNow')}
            </Button>
          }
        />
      )}
      <NightlyLine icon={<Archive size={18} />} words={backupsText(backups, now)} />
    </>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const text = progressText(done, total);
  return (
    <div className="grid min-h-8 content-center gap-2 pointer-coarse:min-h-11">
      <p className="text-sm tabular-nums">{text}</p>
      <ProgressBar
        label={say('record.checkingLabel')}
        percent={total === 0 ? 0 : (done / total) * 100}
        text={text}
      />
    </div>
  );
}

function NightlyLine({ icon, words, action }: { icon: ReactNode; words: NightlyWords; action?: ReactNode }) {
  const { tone, title, more } = words;
  if (tone === 'warning' || tone === 'danger')
    return (
      <Banner tone={tone} title={title} action={action}>
        {more}
      </Banner>
    );
  return (
    <div className="flex gap-3 text-sm">
      <span className={tone === 'success' ? 'shrink-0 pt-px text-success' : 'shrink-0 pt-px text-muted'}>
        {icon}
      </span>
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-52">{title}</p>
        {action}
      </div>
    </div>
  );
}
