import { say } from '#texts/say';
import { Check } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import type { Correction, CorrectionDetail } from '#contract/corrections/corrections';
import type { LiveChange } from '#contract/monitoring/live';
import { toDomainEntry } from '#contract/wire';
import type { OfferedAction } from '#domain/correction/decision';
import { ACTIONS, stateWords } from '#domain/correction/state';
import { initials } from '#domain/people/employee';
import { formatDate } from '#domain/time/format';
import type { TimeEntry } from '#domain/entry/time-entry';
import { isWithin } from '#domain/time/workplace-day';
import { replacePath, closeOver, currentPlace } from '#web/browser/navigation.ts';
import { useTitle } from '#web/session/workplace.ts';
import { CorrectionDialog } from '#web/corrections/correct.tsx';
import { correctionTone } from '#contract/corrections/mark-words';
import { CorrectionChanges, CorrectionHistory } from '#web/corrections/old-and-new.tsx';
import { useIsLive } from '#web/live/live-updates.ts';
import { weekdayNameOf } from '#domain/time/weekday';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Banner, Problem } from '#web/ui/banner.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody, ReadOnlyBody } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LeaveCosts } from '#web/leave/leave-costs.tsx';
import { Section } from '#web/ui/section.tsx';
import { TotalsEffect, Neighbours, Punches, OldAndNewTimes } from './request-sections.tsx';
import AnswerDialog from './answer-dialog.tsx';
import { REQUEST_PATH } from './request-row.tsx';
import { useRequests } from './use-requests.tsx';
import { AdminLock } from '#web/corrections/admin-lock.tsx';
import { type Decisions, isKeptAfterObjection, requestLockReason, useDecisions } from './use-decisions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from '#web/live/use-live-query.ts';

/** True for any change of this person: a punch changes the day's entries and the totals in the drawer. */
const concernsRequest = (change: LiveChange, { correction: { id, userId } }: CorrectionDetail): boolean =>
  change.correction?.id === id || change.userId === userId;

function useRequest(id: string) {
  const client = useQueryClient();
  const input = { id };
  const query = useLiveQuery('correction', concernsRequest, { input });
  /** Shows the correction from the server's response at once: the live change can arrive later. */
  const showNewest = (correction: Correction) =>
    client.setQueryData<CorrectionDetail>(
      ['correction', input],
      (known) => known && { ...known, correction },
    );
  return { query, showNewest };
}

export default function RequestDrawer({ id }: { id: string }) {
  const { query, showNewest } = useRequest(id);
  const detail = query.data;
  const isLive = useIsLive();
  const close = () => closeOver(REQUEST_PATH);
  const failure = query.error?.failure;
  const isGone = failure?.kind === 'refused' && failure.status === 404 && !detail;
  useTitle(detail ? say('request.titleOf', { name: detail.employee.name }) : say('request.title'), 2);
  useEffect(() => {
    if (isGone) closeOver(REQUEST_PATH);
  }, [isGone]);
  return (
    <Dialog
      place="side"
      icon={detail && <Avatar letters={initials(detail.employee.name)} of={detail.employee.id} />}
      title={detail?.employee.name ?? say('request.title')}
      facts={detail ? <Facts of={detail} /> : !query.error && <Skeleton className="mt-0.5 h-5 w-32" />}
      onClose={close}
    >
      {detail ? (
        <Content detail={detail} showNewest={showNewest} onClose={close} />
      ) : (
        <ReadOnlyBody onClose={close}>
          <LoadFailure title={say('request.notLoaded')} query={query} shape="h-96">
            {isLive ? undefined : say('requests.unreachable')}
          </LoadFailure>
        </ReadOnlyBody>
      )}
    </Dialog>
  );
}

const Facts = ({ of: { correction, employee, calendar } }: { of: CorrectionDetail }) => (
  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted tabular-nums">
    <span>
      {weekdayNameOf(correction.day)} {formatDate(correction.day, calendar.timeZone)}
    </span>
    <span>{employee.department}</span>
    <Badge tone={correctionTone(correction.state)}>{stateWords(correction, 'admin').label}</Badge>
  </p>
);

interface ContentProps {
  detail: CorrectionDetail;
  showNewest: (correction: Correction) => void;
  onClose: () => void;
}

function Content({ detail, showNewest, onClose }: ContentProps) {
  const { correction, calendar } = detail;
  const zone = calendar.timeZone;
  const [opened, setOpened] = useState<'decline' | 'keep' | 'send-back' | null>(null);
  const decisions = useDecisions(detail.isOnlyAdmin, showNewest);
  const next = useNextRequest(correction.id);
  const decide: Decisions['decide'] = async (...decision) => {
    const refused = await decisions.decide(...decision);
    if (refused === null && next !== undefined) showRequest(correction.id, next);
    return refused;
  };
  const actions = decisions.actionsFor(detail);
  const lock = requestLockReason(detail, zone);
  const isBusy = decisions.busy.size > 0;
  const act = (action: Action) =>
    action === 'decline' || action === 'keep' || action === 'send-back'
      ? setOpened(action)
      : void decide(action, [correction]);
  return (
    <>
      <DialogBody isText>
        <p className="text-sm text-muted">
          {isKeptAfterObjection(correction)
            ? say('request.kept')
            : stateWords(correction, 'admin').explanation}
        </p>
        {correction.objection !== null && (
          <Banner tone="danger" title={say('request.objects', { name: detail.employee.name })}>
            <q>{correction.objection}</q>
          </Banner>
        )}
        {correction.leave ? (
          <Section title={say('request.leave')}>
            <div className="grid gap-1 text-sm tabular-nums">
              <CorrectionChanges correction={correction} zone={zone} />
              {detail.leave && correction.leave.new && <LeaveCosts of={detail.leave} />}
            </div>
          </Section>
        ) : (
          <OldAndNewTimes detail={detail} zone={zone} />
        )}
        <CorrectionHistory correction={{ ...correction, objection: null }} zone={zone} />
        {!correction.leave && <TotalsEffect effect={detail.effect} zone={zone} />}
        <Neighbours detail={detail} />
        {!correction.leave && <Punches detail={detail} />}
      </DialogBody>
      <Problem
        tone="warning"
        title={say('request.notSaved')}
        text={decisions.problems.get(correction.id) ?? null}
        className="px-4 pb-4 empty:p-0 sm:px-6"
      />
      <DialogActions>
        <Button onClick={onClose}>{say('common.close')}</Button>
        {BUTTONS.filter(({ action }) => actions.includes(action)).map(({ action, ...button }) => (
          <Button
            key={action}
            {...button}
            aria-label={action === 'send-back' ? say('request.changeAndSendBack') : undefined}
            isBusy={isBusy && button.look === 'primary'}
            isBlocked={isBusy}
            onClick={() => act(action)}
          >
            {action === 'send-back' ? say('request.change') : say(ACTIONS[action].label)}
          </Button>
        ))}
        {lock && <AdminLock of={lock}>{null}</AdminLock>}
      </DialogActions>
      {(opened === 'decline' || opened === 'keep') && (
        <AnswerDialog
          action={opened}
          correction={correction}
          name={detail.employee.name}
          decide={decide}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'send-back' && (
        <CorrectionDialog
          day={correction.day}
          zone={zone}
          entries={entriesOfDay(detail)}
          purpose={{ kind: 'send-back', person: detail.employee, correction }}
          onDone={(sent) => {
            if (sent) showNewest(sent);
            setOpened(null);
          }}
        />
      )}
    </>
  );
}

function useNextRequest(id: string): string | undefined {
  const ids = useRequests('admin').rows.map(({ correction }) => correction.id);
  const at = ids.indexOf(id);
  return at === -1 ? undefined : ids[at + 1];
}

/** Opens the next request, but only if the drawer still shows the decided one. */
function showRequest(decided: string, next: string): void {
  const { path } = currentPlace();
  if (path.at(-1) === decided) replacePath([...path.slice(0, -1), next]);
}

/** Returns the day's entries, and the corrected entries that start on another day. */
function entriesOfDay({ correction: { day, items }, entries, calendar }: CorrectionDetail): TimeEntry[] {
  const correctedIds = new Set(items.map(({ entryId }) => entryId));
  const bounds = calendar.days.find((one) => one.day === day);
  return entries
    .map(toDomainEntry)
    .filter(({ id, clockIn }) => correctedIds.has(id) || (bounds !== undefined && isWithin(clockIn, bounds)));
}

type Action = Exclude<OfferedAction, 'object'>;

type ActionButton = Pick<ComponentProps<typeof Button>, 'icon' | 'look'> & {
  action: Action;
};

/** The most likely action is at the right, under the thumb. */
const BUTTONS: readonly ActionButton[] = [
  { action: 'decline', look: 'danger-outline' },
  { action: 'withdraw' },
  { action: 'send-back' },
  { action: 'keep' },
  { action: 'take-back', look: 'primary' },
  { action: 'agree', icon: <Check size={18} />, look: 'primary' },
];
