import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { PeriodsView, PersonPeriod } from '#contract/periods/periods';
import { formatDate } from '#domain/time/format';
import { payPeriodText } from '#domain/period/pay-period';
import { setParams } from '#web/browser/navigation.ts';
import { countText } from './period-words.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { closablePeople, mostFrequentClosingText, countByFilter } from './people-list.ts';
import type { ClosingResult, Progress, ClosingState } from './use-closing.ts';

const CloseAllQuestion = onDemand(() => import('#web/ui/discard-question.tsx'));

interface CloseBarProps {
  view: PeriodsView;
  closing: ClosingState;
  onReopenAll: () => void;
}

/** Shows all buttons once the period is over, even blocked ones, so that nothing below them moves. */
export function CloseBar({ view, closing, onReopenAll }: CloseBarProps) {
  const { progress, outcome, close } = closing;
  const [isAsking, setAsking] = useState(false);
  const { all, confirmed } = closablePeople(view);
  const { closed } = countByFilter(view.people);
  const unconfirmed = all.length - confirmed.length;
  const isBusy = progress !== null;
  const period = payPeriodText(view);
  const idsOf = (people: readonly PersonPeriod[]) => people.map(({ userId }) => userId);
  return (
    <div className="grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <PeriodPick view={view} />
        {view.isOver && (
          <>
            <Button look="quiet" isBlocked={isBusy || closed === 0} onClick={onReopenAll}>
              Reopen all{closed > 0 && ` ${closed.toLocaleString('en-US')}`}...
            </Button>
            <Button isBlocked={isBusy || unconfirmed === 0} onClick={() => setAsking(true)}>
              Close all{unconfirmed > 0 && ` ${countPrefix(all).trim()}`}...
            </Button>
            <Button
              look="primary"
              icon={<Lock size={18} />}
              isBlocked={isBusy || confirmed.length === 0}
              onClick={() => void close(idsOf(confirmed))}
              className="max-sm:grow"
            >
              Close {countPrefix(confirmed)}confirmed
            </Button>
          </>
        )}
      </div>
      <div className="min-h-10 text-sm text-muted">
        {progress ? <ClosingProgress progress={progress} /> : closingStatusText(view, all.length)}
      </div>
      {isAsking && (
        <CloseAllQuestion
          words={{
            title: `Close ${period} for ${countText(all.length, 'person', 'people')}?`,
            text: `${unconfirmed.toLocaleString('en-US')} of them ${unconfirmed === 1 ? 'has' : 'have'} not confirmed ${unconfirmed === 1 ? 'the' : 'their'} hours.`,
            keep: 'Cancel',
            discard: `Close all ${countPrefix(all).trim()}`,
          }}
          onKeep={() => setAsking(false)}
          onDiscard={() => {
            setAsking(false);
            void close(idsOf(all));
          }}
        />
      )}
      <div role="alert" className="empty:hidden">
        {outcome && <ClosingOutcome outcome={outcome} />}
      </div>
    </div>
  );
}

function PeriodPick({ view: { ranges, first, last } }: { view: PeriodsView }) {
  const all = ranges.some((range) => range.first === first) ? ranges : [{ first, last }, ...ranges];
  return (
    <div className="max-sm:w-full">
      <PickField
        label="Period"
        options={Object.fromEntries(all.map((range) => [range.first, payPeriodText(range)]))}
        value={first}
        onChange={(chosen) => setParams({ first: chosen })}
      />
    </div>
  );
}

const countPrefix = ({ length }: { readonly length: number }): string =>
  length === 0 ? '' : `${length.toLocaleString('en-US')} `;

function closingStatusText(view: PeriodsView, ready: number): string {
  const { isOver, last, people } = view;
  const period = payPeriodText(view);
  if (!isOver) return `${period} is still running. You can close it after ${formatDate(last, 'UTC')}.`;
  const { open, closed } = countByFilter(people);
  const of = `${closed.toLocaleString('en-US')} of ${countText(people.length, 'person', 'people')}`;
  const parts = [
    closed > 0 ? `${mostFrequentClosingText(view) ?? ''} (${of}).` : '',
    ready > 0 ? 'Closing fixes their hours for payroll.' : '',
    open > 0 ? `${countText(open, 'person is', 'people are')} not ready.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function ClosingProgress({ progress: { what, done, total } }: { progress: Progress }) {
  const text = `${what === 'closing' ? 'Closing' : 'Reopening'}: ${done.toLocaleString('en-US')} of ${countText(total, 'person', 'people')}`;
  return (
    <div className="grid min-w-52 grow gap-2">
      <p className="tabular-nums">{text}</p>
      <ProgressBar label="Progress" percent={total === 0 ? 0 : (done / total) * 100} text={text} />
    </div>
  );
}

const REFUSED_SHOWN = 5;

const ClosingOutcome = ({ outcome: { text, refused, problem } }: { outcome: ClosingResult }) => (
  <Banner tone={problem === null ? 'warning' : 'danger'} title={text}>
    {problem}
    {refused.slice(0, REFUSED_SHOWN).map(({ userId, name, message }) => (
      <span key={userId} className="block">
        {name}: {message}
      </span>
    ))}
    {refused.length > REFUSED_SHOWN && (
      <span className="block">And {countText(refused.length - REFUSED_SHOWN, 'other', 'others')}.</span>
    )}
  </Banner>
);
