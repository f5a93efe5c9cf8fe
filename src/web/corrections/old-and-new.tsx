import { say } from '#texts/say';
import { ArrowRight, Coffee, MessageSquareWarning, Pencil, Reply, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Correction } from '#contract/corrections/corrections';
import { toEpochMs } from '#contract/wire';
import { areSameTimes, type EntryChange, type EntryTimes } from '#domain/correction/correction';
import { decisionLabel, stateWords, waitingSide, type CorrectionSide } from '#domain/correction/state';
import { groupBy } from '#domain/report/groups';
import { formatDate, formatTime, dateIfDifferent } from '#domain/time/format';
import { leaveDays } from '#domain/leave/leave-text';
import { Badge } from '#web/ui/badge.tsx';
import { requesterLabel } from '#contract/corrections/correction-text';
import { correctionTone } from '#contract/corrections/mark-words';
import { changesOf, type EntryCorrection } from '#contract/corrections/rows';
import { breakText, spanText } from './span-text.ts';
import { Dialog, ReadOnlyBody } from '#web/ui/dialog.tsx';
import type { CorrectionMarkProps } from './mark.tsx';

interface OldAndNewProps {
  correction: EntryCorrection['correction'];
  side: CorrectionSide;
  zone: string;
  children?: ReactNode;
}

/** Shows a correction: its state, old and new times or leave, history and explanation. */
export function CorrectionOverview({ correction, side, zone, children }: OldAndNewProps) {
  const { state } = correction;
  const words = stateWords(correction, side);
  const isKeptAfterObjection = state === 'objected' && correction.decisionReason;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={correctionTone(state)}>{words.label}</Badge>
        <p className="text-sm text-muted">{formatDate(correction.day, zone)}</p>
      </div>
      <CorrectionChanges correction={correction} zone={zone} />
      <CorrectionHistory correction={correction} zone={zone} />
      {(waitingSide(state) !== null || correction.selfDecided) && (
        <p className="text-sm text-muted">
          {isKeptAfterObjection ? say('correction.kept') : words.explanation}
        </p>
      )}
      {children}
    </div>
  );
}

export function CorrectionChanges({ correction, zone }: Pick<OldAndNewProps, 'correction' | 'zone'>) {
  if (!correction.leave)
    return (
      <ul aria-label={say('correction.oldAndNew')} className="flex flex-col gap-2">
        {changesOf(correction).map((change) => (
          <EntryChangeItem key={change.entryId} change={change} zone={zone} />
        ))}
      </ul>
    );
  const { replaced, ...leave } = correction.leave;
  return (
    <>
      <LeaveChangeLine of={[leave]} />
      {[...groupBy(replaced, ({ name }) => name)].map(([name, parts]) => (
        <LeaveChangeLine key={name} of={parts} />
      ))}
    </>
  );
}

/** Old and new days of one kind: sickness may leave several parts of a holiday. */
function LeaveChangeLine({ of }: { of: readonly Omit<NonNullable<Correction['leave']>, 'replaced'>[] }) {
  const [before, after] = (['old', 'new'] as const).map(
    (side) =>
      of
        .flatMap((one) => (one[side] ? leaveDays(one[side]) : []))
        .reduce((first, second) => (first ? say('correction.partsAnd', { first, second }) : second), '') ||
      null,
  );
  return (
    <p className="flex flex-wrap items-center gap-x-2 tabular-nums">
      <span className="font-semibold wrap-anywhere">{of[0]?.name}</span>
      <BeforeAndAfter before={before ?? null} after={after ?? null} />
      {!after && <span className="text-sm text-muted">{say('correction.cancelled')}</span>}
    </p>
  );
}

function EntryChangeItem({ change: { old, new: wanted }, zone }: { change: EntryChange; zone: string }) {
  const isKept =
    old !== null && wanted !== null && areSameTimes({ ...old, breaks: [] }, { ...wanted, breaks: [] });
  const hasBreaksToShow = old && wanted ? !areSameBreaks(old, wanted) : (old ?? wanted)?.breaks.length !== 0;
  return (
    <li className="flex flex-col gap-1 tabular-nums">
      <p className="flex flex-wrap items-center gap-x-2">
        {isKept ? (
          <span>{dated(wanted, wanted, zone)}</span>
        ) : (
          <BeforeAndAfter
            before={old && dated(old, wanted ?? old, zone)}
            after={wanted && dated(wanted, wanted, zone)}
          />
        )}
        {(old === null || wanted === null) && (
          <span className="text-sm text-muted">
            {old === null ? say('correction.added') : say('entry.removed')}
          </span>
        )}
      </p>
      {hasBreaksToShow && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <Coffee size={16} className="shrink-0 text-muted" />
          <span className="sr-only">{say('entry.breaks')} </span>
          <BeforeAndAfter before={old && breaksText(old, zone)} after={wanted && breaksText(wanted, zone)} />
        </p>
      )}
    </li>
  );
}

const areSameBreaks = (one: EntryTimes, other: EntryTimes): boolean =>
  areSameTimes({ ...one, clockIn: 0, clockOut: 0 }, { ...other, clockIn: 0, clockOut: 0 });

/** Has hidden words 'Before' and 'New', since not every screen reader announces a strikethrough. */
const BeforeAndAfter = ({ before, after }: Readonly<Record<'before' | 'after', string | null>>) => (
  <>
    {before !== null && (
      <del className="text-muted">
        <span className="sr-only">{say('correction.before')} </span>
        {before}
      </del>
    )}
    {before !== null && after !== null && <ArrowRight size={16} className="shrink-0 text-muted" />}
    {after !== null && (
      <ins className="font-semibold no-underline">
        <span className="sr-only">{say('correction.new')} </span>
        {after}
      </ins>
    )}
  </>
);

/** Adds the date if it differs from the date of `beside`. */
function dated(times: EntryTimes, beside: EntryTimes, zone: string): string {
  const date = dateIfDifferent(times.clockIn, beside.clockIn, zone);
  return `${date === null ? '' : `${date}, `}${spanText(times, zone)}`;
}

const breaksText = ({ breaks }: EntryTimes, zone: string): string =>
  breaks.length === 0 ? say('entry.noBreak') : breaks.map((pause) => breakText(pause, zone)).join(', ');

export function CorrectionHistory({ correction, zone }: Pick<OldAndNewProps, 'correction' | 'zone'>) {
  const { askedBy, askedAt, reason, sentBackBy, decidedBy, decidedAt, decisionReason, objection } =
    correction;
  const at = (instant: string) =>
    say('correction.moment', {
      date: formatDate(toEpochMs(instant), zone),
      time: formatTime(toEpochMs(instant), zone),
    });
  const { state } = correction;
  const isOfDecision = state === 'declined' || !sentBackBy;
  return (
    <ul aria-label={say('correction.whoAndWhy')} className="flex flex-col gap-1 text-sm text-muted">
      <Step icon={<Pencil size={16} />} why={reason}>
        {say('correction.askedOn', {
          what: requesterLabel(correction),
          name: askedBy.name,
          moment: at(askedAt),
        })}
      </Step>
      {sentBackBy && (
        <Step icon={<Reply size={16} />} why={isOfDecision ? null : decisionReason}>
          {say('correction.suggestedBy', { name: sentBackBy.name })}
        </Step>
      )}
      {objection && (
        <Step icon={<MessageSquareWarning size={16} />} why={objection}>
          {say('correction.objection')}
        </Step>
      )}
      {decidedBy && state !== 'declared' && (
        <Step icon={<ShieldCheck size={16} />} why={isOfDecision ? decisionReason : null}>
          {decidedAt
            ? say('correction.decidedOn', {
                what: decisionLabel(state),
                name: decidedBy.name,
                moment: at(decidedAt),
              })
            : say('correction.decided', { what: decisionLabel(state), name: decidedBy.name })}
        </Step>
      )}
    </ul>
  );
}

interface StepProps {
  icon: ReactNode;
  why: string | null | undefined;
  children: ReactNode;
}

const Step = ({ icon, why, children }: StepProps) => (
  <li className="flex gap-2 [&>svg]:mt-0.5 [&>svg]:shrink-0">
    {icon}
    <span className="min-w-0 wrap-anywhere">
      {children}
      {why && (
        <>
          : <q className="text-ink">{why}</q>
        </>
      )}
    </span>
  </li>
);

type DetailsProps = CorrectionMarkProps & { onClose: () => void };

export default function CorrectionDetails({ corrections, side, zone, actions, onClose }: DetailsProps) {
  const [hasEdits, setHasEdits] = useState(false);
  return (
    <Dialog
      title={corrections.length === 1 ? say('correction.one') : say('correction.many')}
      hasEdits={hasEdits}
      onClose={onClose}
    >
      <ReadOnlyBody onClose={onClose}>
        <ul className="flex flex-col gap-4 divide-y divide-line *:not-first:pt-4">
          {corrections.map(({ correction }) => (
            <li key={correction.id}>
              <CorrectionOverview correction={correction} side={side} zone={zone}>
                {correction.state !== 'stated' && actions?.(correction, setHasEdits, onClose)}
              </CorrectionOverview>
            </li>
          ))}
        </ul>
      </ReadOnlyBody>
    </Dialog>
  );
}
