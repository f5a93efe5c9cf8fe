/** What the server does by itself at night, and what became of it: the check of the record, and the backup. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, ShieldCheck } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { NightlyWork } from '#contract/nightly';
import { MS_PER_MINUTE } from '#domain/time/units';
import { call, type FailedCall, type Failure } from '#web/api.ts';
import { fetched } from '#web/live/use-asked.ts';
import { useNow } from '#web/time/use-now.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardTitle } from '#web/ui/card.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { wordsOfBackups, wordsOfCheck, wordsOfProgress, type Words } from './nightly-words.ts';

const KEY = ['nightly-work'];
const ASK_EVERY_MS = 60_000;
const ASK_OF_PROGRESS_EVERY_MS = 2_000;

export function RecordCheck() {
  const id = useId();
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const query = useQuery<NightlyWork, FailedCall>({
    queryKey: KEY,
    queryFn: ({ signal }) => fetched('nightlyWork', {}, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.check.underWay ? ASK_OF_PROGRESS_EVERY_MS : ASK_EVERY_MS,
  });
  const checkNow = async () => {
    setFailure(null);
    const answer = await call('checkRecord', {});
    if (answer.ok) client.setQueryData<NightlyWork>(KEY, answer.value);
    else setFailure(answer.failure);
  };
  return (
    <Card aria-labelledby={id} className="grid gap-4 p-4 sm:p-6">
      <CardTitle id={id}>Record and Backups</CardTitle>
      {query.data && <Told work={query.data} onCheckNow={() => void checkNow()} />}
      {query.isPending && <Skeleton className="h-20" />}
      <LoadFailure title="This could not be loaded." query={query} isTold={!query.data} />
      <div role="alert" className="empty:hidden">
        {failure && (
          <Banner tone="danger" title="The check could not be started.">
            {failure.message}
          </Banner>
        )}
      </div>
    </Card>
  );
}

function Told({ work: { check, backups }, onCheckNow }: { work: NightlyWork; onCheckNow: () => void }) {
  const now = useNow((instant) => Math.floor(instant / MS_PER_MINUTE)) * MS_PER_MINUTE;
  const { last, underWay } = check;
  return (
    <>
      <p role="status" className="sr-only">
        {underWay ? 'The record is being checked.' : ''}
      </p>
      {underWay ? (
        <Progress {...underWay} />
      ) : (
        <Line
          icon={<ShieldCheck aria-hidden size={18} />}
          words={wordsOfCheck(last, now)}
          action={
            <Button size="small" onClick={onCheckNow}>
              Check now
            </Button>
          }
        />
      )}
      <Line icon={<Archive aria-hidden size={18} />} words={wordsOfBackups(backups, now)} />
    </>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const text = wordsOfProgress(done, total);
  return (
    <div className="grid min-h-8 content-center gap-2 pointer-coarse:min-h-11">
      <p className="text-sm tabular-nums">{text}</p>
      <ProgressBar label="Checking the record" percent={total === 0 ? 0 : (done / total) * 100} text={text} />
    </div>
  );
}

/** Calm when all is well, else a banner. */
function Line({ icon, words, action }: { icon: ReactNode; words: Words; action?: ReactNode }) {
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
