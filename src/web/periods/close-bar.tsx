import { CircleCheck, CircleDot, Lock, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { PeriodsView, PersonPeriod } from '#contract/periods/periods';
import { formatDate } from '#domain/time/format';
import { payPeriodText } from '#domain/period/pay-period';
import { goTo } from '#web/browser/navigation.ts';
import { useList } from '#web/frame/list.ts';
import { countText } from './period-words.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import {
  closablePeople,
  countByFilter,
  countOpen,
  mostFrequentClosingText,
  PEOPLE_LIST,
  type PeopleQuery,
} from './people-list.ts';
import type { ClosingResult, Progress, ClosingState } from './use-closing.ts';

const CloseAllQuestion = onDemand(() => import('#web/ui/discard-question.tsx'));

interface CloseBarProps {
  view: PeriodsView;
  closing: ClosingState;
}

export function CloseBar({ view, closing }: CloseBarProps) {
  const { progress, outcome, close } = closing;
  const [isAsking, setAsking] = useState(false);
  const { all, confirmed } = closablePeople(view);
  const unconfirmed = all.length - confirmed.length;
  const isBusy = progress !== null;
  const idsOf = (people: readonly PersonPeriod[]) => people.map(({ userId }) => userId);
  return (
    <div className="grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80 text-sm">
          {progress ? <ClosingProgress progress={progress} /> : <Status view={view} />}
        </div>
        {all.length > 0 && (
          <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">
            {unconfirmed > 0 && (
              <Button
                look={confirmed.length === 0 ? 'primary' : 'secondary'}
                icon={confirmed.length === 0 && <Lock size={18} />}
                isBlocked={isBusy}
                onClick={() => setAsking(true)}
              >
                Close all {all.length.toLocaleString('en-US')}...
              </Button>
            )}
            {confirmed.length > 0 && (
              <Button
                look="primary"
                icon={<Lock size={18} />}
                isBlocked={isBusy}
                onClick={() => void close(idsOf(confirmed))}
              >
                Close {confirmed.length.toLocaleString('en-US')} confirmed
              </Button>
            )}
          </div>
        )}
      </div>
      {isAsking && (
        <CloseAllQuestion
          words={{
            title: `Close ${payPeriodText(view)} for ${countText(all.length, 'person', 'people')}?`,
            text: `${unconfirmedText(unconfirmed, all.length)} Closing fixes the hours for payroll. You can reopen a period later.`,
            keep: 'Cancel',
            discard: `Close all ${all.length.toLocaleString('en-US')}`,
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

const unconfirmedText = (count: number, all: number): string =>
  count === all && all > 1
    ? 'Nobody has confirmed the hours yet.'
    : `${count.toLocaleString('en-US')} of them ${count === 1 ? 'has' : 'have'} not confirmed the hours.`;

/** Each thing that is left to do leads to the rows, or to the screen where it is settled. */
function Status({ view }: { view: PeriodsView }) {
  const { isOver, last, people } = view;
  const { change } = useList(PEOPLE_LIST);
  const { open, ready, unconfirmed, closed } = countByFilter(people);
  const left = countOpen(people);
  const show = (rows: PeopleQuery['show']) => () =>
    change({ show: rows, search: '', sort: PEOPLE_LIST.sort.defaultSorting });
  const link = (text: string, go = show('open')) => (
    <button
      key={text}
      type="button"
      onClick={go}
      className="rounded-sm text-accent underline underline-offset-4 hover:text-accent-strong pointer-coarse:-my-2 pointer-coarse:py-2"
    >
      {text}
    </button>
  );
  const line = (Icon: typeof Lock, tone: string, text: ReactNode, more = '') => (
    <div className="flex gap-2">
      <Icon size={18} className={`mt-px shrink-0 ${tone}`} />
      <div className="min-w-0">
        <p className="font-semibold">{text}</p>
        <p className="text-muted empty:hidden">{more}</p>
      </div>
    </div>
  );
  if (!isOver)
    return line(
      CircleDot,
      'text-muted',
      `${payPeriodText(view)} is still running. You can close it after ${formatDate(last, 'UTC')}.`,
    );
  const all = countText(people.length, 'person', 'people');
  const closing = closed > 0 ? `${mostFrequentClosingText(view) ?? ''} (${closed} of ${all}).` : '';
  if (closed === people.length) return line(Lock, 'text-muted', closing);
  if (open === 0)
    return line(
      CircleCheck,
      'text-success',
      <>
        {countText(ready, 'person is', 'people are')} ready to close
        {unconfirmed > 0 && <>, {link(`${unconfirmed} not confirmed yet`, show('unconfirmed'))}</>}
      </>,
      closing || 'Closing fixes their hours for payroll.',
    );
  const parts = [
    left.requests > 0 &&
      link(countText(left.requests, 'open request', 'open requests'), () =>
        goTo(['monitoring', 'requests'], {}),
      ),
    left.missingEnds > 0 && link(countText(left.missingEnds, 'end missing', 'ends missing')),
    left.objections > 0 && link(countText(left.objections, 'objection', 'objections')),
    left.working > 0 && link(`${left.working} still clocked in`),
  ].filter((part) => part !== false);
  return line(
    TriangleAlert,
    'text-warning',
    <>
      {link(`${open} of ${people.length} not ready`)}
      {parts.flatMap((part, at) => [at === 0 ? ': ' : ', ', part])}
    </>,
    closing,
  );
}

function ClosingProgress({ progress: { what, done, total } }: { progress: Progress }) {
  const text = `${what === 'closing' ? 'Closing' : 'Reopening'}: ${done.toLocaleString('en-US')} of ${countText(total, 'person', 'people')}`;
  return (
    <div className="grid gap-2 text-sm text-muted">
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
