import { say, type PlainKey } from '#texts/say';
import { Users, Inbox } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '#contract/routes';
import { toEpochMs } from '#contract/wire';
import type { ListedCorrection } from '#contract/corrections/corrections';
import { formatDayRange, formatTime, formatDate } from '#domain/time/format';
import { formatDuration } from '#domain/time/units';
import { stateWords } from '#domain/correction/state';
import { openOver } from '#web/browser/navigation.ts';
import { STATUS_LOOK } from '#web/frame/status-look.ts';
import { openCountTexts, PeriodBadge } from '#web/periods/period-words.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { TitledCard } from '#web/ui/card.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Lockable } from '#web/corrections/correct.tsx';
import { correctionTone } from '#contract/corrections/mark-words';
import { CorrectionChanges, CorrectionHistory } from '#web/corrections/old-and-new.tsx';
import { DecideButtons } from '#web/requests/decide-buttons.tsx';
import { useDecisions, type Decisions } from '#web/requests/use-decisions.ts';
import { RequestedLeaveCosts } from '#web/leave/leave-costs.tsx';
import { Problem } from '#web/ui/banner.tsx';
import { useTeam, useReloadTeam } from './team.tsx';

const AddressDialog = onDemand(() => import('#web/leave/calendar/address-dialog.tsx'));

type Member = OutputOf<'team'>['people'][number];
type TeamPeriod = OutputOf<'teamPeriods'>['people'][number];

/** Shows a lead's people: today, their requests and their last pay period. */
export default function TeamPanel() {
  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:items-start lg:gap-6">
      <div className="grid gap-4 lg:gap-6">
        <TeamRequests />
        <LastPayPeriodCard />
      </div>
      <TeamTodayCard />
    </div>
  );
}

function TeamTodayCard() {
  const query = useTeam('team');
  const { data } = query;
  const [isSubscribing, setSubscribing] = useState(false);
  return (
    <TitledCard title={say('day.today')} className="grid gap-3 lg:-order-1">
      <LoadFailure title={say('team.notLoaded')} query={query} isStale shape="h-40" />
      {data?.people.length === 0 && (
        <Empty isSmall icon={<Users size={24} />} title={say('team.nobody')}>
          {say('team.nobodyText')}
        </Empty>
      )}
      {data && data.people.length > 0 && (
        <ul aria-label={say('team.today')} className="divide-y divide-line">
          {data.people.map((one) => (
            <MemberRow key={one.id} of={one} zone={data.timeZone} />
          ))}
        </ul>
      )}
      <div className="-mx-3 flex flex-wrap border-t border-line pt-2 *:px-3">
        <Button size="inline" look="quiet" onClick={() => openOver('away')}>
          {say('team.week')}
        </Button>
        <Button size="inline" look="quiet" onClick={() => setSubscribing(true)}>
          {say('team.subscribe')}
        </Button>
      </div>
      {isSubscribing && <AddressDialog scope="people" onClose={() => setSubscribing(false)} />}
    </TitledCard>
  );
}

function MemberRow({ of, zone }: { of: Member; zone: string }) {
  const { tone, icon: Icon } = STATUS_LOOK[of.status];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{of.name}</p>
        <p className="text-xs text-muted wrap-anywhere">{of.hub || of.department}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 text-sm tabular-nums">
        {of.isMissing && <Badge tone="danger">{say('board.missing')}</Badge>}
        {of.leave !== null && <Badge tone="accent">{of.leave}</Badge>}
        <Badge tone={tone} icon={<Icon size={14} />}>
          {of.since === null
            ? say(STATUS_TEXT[of.status])
            : say('team.since', {
                status: say(STATUS_TEXT[of.status]),
                time: formatTime(toEpochMs(of.since), zone),
              })}
        </Badge>
        <span className="text-muted">
          {of.plannedMinutes > 0
            ? say('team.ofPlanned', {
                worked: formatDuration(of.todayMinutes),
                planned: formatDuration(of.plannedMinutes),
              })
            : formatDuration(of.todayMinutes)}
        </span>
      </div>
    </li>
  );
}

const STATUS_TEXT: Readonly<Record<Member['status'], PlainKey>> = {
  'clocked-in': 'team.working',
  'on-break': 'team.onBreak',
  'clocked-out': 'team.notIn',
};

function LastPayPeriodCard() {
  const query = useTeam('teamPeriods');
  const { data } = query;
  const open = data?.people.filter(({ state }) => state !== 'closed') ?? [];
  return (
    <TitledCard title={say('team.lastPeriod')} className="grid gap-3">
      <LoadFailure title={say('team.periodNotLoaded')} query={query} isStale shape="h-24" />
      {data && (
        <>
          <p className="text-sm text-muted tabular-nums">
            {open.length === 0
              ? say('team.nothingToClose', { range: formatDayRange(data.first, data.last) })
              : say('team.canBeClosed', {
                  range: formatDayRange(data.first, data.last),
                  ready: open.filter(({ isReady }) => isReady).length,
                  all: open.length,
                })}
          </p>
          <ul aria-label={say('team.lastPeriodOf')} className="divide-y divide-line empty:hidden">
            {data.people.map((one) => (
              <PeriodRow key={one.id} of={one} />
            ))}
          </ul>
        </>
      )}
    </TitledCard>
  );
}

const PeriodRow = ({ of: { name, state, open, isReady } }: { of: TeamPeriod }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm">
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="text-muted empty:hidden">
        {openCountTexts(open)
          .map(({ text }) => text)
          .join(', ')}
      </p>
    </div>
    <div className="flex flex-wrap gap-2">
      {isReady && <Badge tone="success">{say('team.ready')}</Badge>}
      <PeriodBadge state={state} reader="admin" />
    </div>
  </li>
);

/** The oldest requests of a team lead's people. Later requests appear when some of these are decided. */
function TeamRequests() {
  const query = useTeam('teamRequests');
  const { data } = query;
  const decisions = useDecisions(false, useReloadTeam());
  return (
    <TitledCard
      title={
        data && data.waiting.admin > 0
          ? say('team.requestsCount', { count: data.waiting.admin })
          : say('team.requestsTitle')
      }
      className="grid gap-3"
    >
      <LoadFailure title={say('team.requestsNotLoaded')} query={query} isStale shape="h-40" />
      {data?.rows.length === 0 && (
        <Empty isSmall icon={<Inbox size={24} />} title={say('team.noRequests')}>
          {say('team.noRequestsText')}
        </Empty>
      )}
      {data && data.rows.length > 0 && (
        <ul aria-label={say('team.requests')} className="divide-y divide-line">
          {data.rows.map((row) => (
            <TeamRequestRow key={row.correction.id} row={row} zone={data.timeZone} decisions={decisions} />
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

function TeamRequestRow({ row, zone, decisions }: RequestProps) {
  const { correction, employee } = row;
  return (
    <li className="grid gap-2 py-3">
      <p className="font-semibold wrap-anywhere">{employee.name}</p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Badge tone={correctionTone(correction.state)}>{stateWords(correction, 'admin').label}</Badge>
        <span className="text-muted">{formatDate(correction.day, zone)}</span>
      </p>
      <CorrectionChanges correction={correction} zone={zone} />
      <CorrectionHistory correction={correction} zone={zone} />
      <RequestedLeaveCosts of={correction} route="teamRequest" />
      <Problem text={decisions.problems.get(correction.id) ?? null} />
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <DecideButtons
          {...row}
          zone={zone}
          actions={decisions.actionsFor(row)}
          isBusy={decisions.busy.has(correction.id)}
          decide={decisions.decide}
          Lock={Lockable}
        />
      </div>
    </li>
  );
}
