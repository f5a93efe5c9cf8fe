import { say } from '#texts/say';
import { keepPreviousData } from '@tanstack/react-query';
import type { ScheduleEffect } from '#contract/expected/schedules';
import type { InputOf } from '#contract/routes';
import { formatDuration } from '#domain/time/units';
import { useRouteQuery } from '#web/live/use-live-query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';

/** Says before saving whose past days a change alters, or which closed period forbids the change. */
export function EffectSummary(change: InputOf<'scheduleEffect'>) {
  const query = useRouteQuery('scheduleEffect', change, { placeholderData: keepPreviousData });
  return (
    <div role="status" className="text-sm">
      <LoadFailure title={say('effect.notLoaded')} query={query} />
      {query.data && <EffectDetails {...query.data} />}
    </div>
  );
}

function EffectDetails({ closed, count, people }: ScheduleEffect) {
  if (closed !== null) return <Banner tone="warning" title={closed} />;
  if (count === 0) return null;
  return (
    <>
      <p className="font-semibold">{say('effect.past', { count })}</p>
      <ul>
        {people.map(({ id, name, before, after }) => (
          <li key={id} className="tabular-nums wrap-anywhere">
            {name}: {formatDuration(before)} → {formatDuration(after)}
          </li>
        ))}
        {count > people.length && <li>{say('common.andMore', { count: count - people.length })}</li>}
      </ul>
    </>
  );
}
