import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { ListedCorrection } from '#contract/corrections';
import { stateWords } from '#domain/correction/words';
import { formatDate } from '#domain/time/format';
import { Locked } from '#web/corrections/correct.tsx';
import { correctionTone } from '#web/corrections/mark-words.ts';
import { Changes, Story } from '#web/corrections/old-and-new.tsx';
import { DecideButtons } from '#web/decisions/decide-buttons.tsx';
import { useDecisions, type Decisions } from '#web/decisions/use-decisions.ts';
import { LeaveCosts } from '#web/leave/leave-costs.tsx';
import { fetched } from '#web/live/use-asked.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useReloadTeam, useTeam } from './use-team.ts';

/** Requests of a lead's people, oldest first. Later ones follow once some are decided. */
export function TeamRequests() {
  const query = useTeam('teamRequests');
  const { data } = query;
  const decisions = useDecisions(false, useReloadTeam());
  return (
    <TitledCard
      title={`Requests${data && data.waiting.admin > 0 ? ` (${data.waiting.admin})` : ''}`}
      className="grid gap-3"
    >
      <LoadFailure title="The requests could not be loaded." query={query} isStale={data !== undefined} />
      {!data && !query.error && <Skeleton className="h-40" />}
      {data?.rows.length === 0 && (
        <Empty isSmall icon={<Inbox size={24} />} title="No requests">
          Requests of your team appear here.
        </Empty>
      )}
      {data && data.rows.length > 0 && (
        <ul aria-label="Requests of the team" className="divide-y divide-line">
          {data.rows.map((row) => (
            <Request key={row.correction.id} row={row} zone={data.timeZone} decisions={decisions} />
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

interface RequestProps {
  row: ListedCorrection;
  zone: string;
  decisions: Decisions;
}

function Request({ row, zone, decisions }: RequestProps) {
  const { correction, employee } = row;
  return (
    <li className="grid gap-2 py-3">
      <p className="font-semibold wrap-anywhere">{employee.name}</p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Badge tone={correctionTone(correction.state)}>{stateWords(correction, 'admin').label}</Badge>
        <span className="text-muted">{formatDate(correction.day, zone)}</span>
      </p>
      <Changes correction={correction} zone={zone} />
      <Story correction={correction} zone={zone} />
      {correction.leave && <Costs id={correction.id} />}
      <Problem text={decisions.problems.get(correction.id) ?? null} />
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <DecideButtons
          {...row}
          zone={zone}
          actions={decisions.actionsFor(row)}
          isBusy={decisions.busy.has(correction.id)}
          decide={decisions.decide}
          Lock={Locked}
        />
      </div>
    </li>
  );
}

function Costs({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['teamRequest', id],
    queryFn: ({ signal }) => fetched('teamRequest', { id }, signal),
  });
  return data?.leave && data.correction.leave?.new ? (
    <div className="text-sm tabular-nums">
      <LeaveCosts of={data.leave} />
    </div>
  ) : null;
}
