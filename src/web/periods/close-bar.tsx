import { richly } from '#web/ui/rich-text.tsx';
import { say } from '#texts/say';
import { CircleCheck, CircleDot, Lock, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { PeriodsView, PersonPeriod } from '#contract/periods/periods';
import { formatDate } from '#domain/time/format';
import { payPeriodText } from '#domain/period/pay-period';
import { goTo } from '#web/browser/navigation.ts';
import { useList } from '#web/frame/list.ts';
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
                {say('closing.closeAllAsk', { count: all.length })}
              </Button>
            )}
            {confirmed.length > 0 && (
              <Button
                look="primary"
                icon={<Lock size={18} />}
                isBlocked={isBusy}
                onClick={() => void close(idsOf(confirmed))}
              >
                {say('closing.closeConfirmed', { count: confirmed.length })}
              </Button>
            )}
          </div>
        )}
      </div>
      {isAsking && (
        <CloseAllQuestion
          words={{
            title: say('closing.question', { period: payPeriodText(view), count: all.length }),
            text: say('closing.questionText', { unconfirmed: unconfirmedText(unconfirmed, all.length) }),
            keep: say('common.cancel'),
            discard: say('closing.closeAll', { count: all.length }),
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
  count === all && all > 1 ? say('closing.nobodyConfirmed') : say('closing.notConfirmed', { count });

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
      say('closing.stillRunning', { period: payPeriodText(view), day: formatDate(last, 'UTC') }),
    );
  const statement = mostFrequentClosingText(view) ?? '';
  const closing = closed > 0 ? say('closing.closedOf', { statement, closed, count: people.length }) : '';
  if (closed === people.length) return line(Lock, 'text-muted', closing);
  if (open === 0)
    return line(
      CircleCheck,
      'text-success',
      unconfirmed === 0
        ? say('closing.ready', { count: ready })
        : richly('closing.readyUnconfirmed', {
            count: ready,
            unconfirmed: link(say('closing.unconfirmed', { count: unconfirmed }), show('unconfirmed')),
          }),
      closing || say('closing.fixes'),
    );
  const notReady = link(say('closing.notReady', { open, all: people.length }));
  const parts = [
    left.requests > 0 &&
      link(say('closing.openRequests', { count: left.requests }), () => goTo(['monitoring', 'requests'], {})),
    left.missingEnds > 0 && link(say('closing.missingEnds', { count: left.missingEnds })),
    left.objections > 0 && link(say('payPeriod.openObjections', { count: left.objections })),
    left.working > 0 && link(say('closing.stillIn', { count: left.working })),
  ].filter((part) => part !== false);
  return line(
    TriangleAlert,
    'text-warning',
    parts.length === 0
      ? notReady
      : richly('closing.notReadyBecause', {
          notReady,
          reasons: parts.flatMap((part, at) => [at === 0 ? '' : ', ', part]),
        }),
    closing,
  );
}

function ClosingProgress({ progress: { what, done, total } }: { progress: Progress }) {
  const text =
    what === 'closing'
      ? say('closing.closingProgress', { done, count: total })
      : say('closing.reopeningProgress', { done, count: total });
  return (
    <div className="grid gap-2 text-sm text-muted">
      <p className="tabular-nums">{text}</p>
      <ProgressBar
        label={say('closing.progress')}
        percent={total === 0 ? 0 : (done / total) * 100}
        text={text}
      />
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
      <span className="block">{say('closing.andOthers', { count: refused.length - REFUSED_SHOWN })}</span>
    )}
  </Banner>
);
