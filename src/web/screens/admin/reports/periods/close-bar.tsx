/** One click closes the period of everybody who is ready: how far it is, and what became of it. */
import { ArrowDown, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PeriodsView } from '#contract/periods';
import { formatDate } from '#domain/format';
import { payPeriodText } from '#domain/pay-period';
import { countText } from '#web/periods/period-words.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { countsOf, readyCount } from './people-list.ts';
import type { Outcome, Progress, Settling } from './use-settling.ts';

interface CloseBarProps {
  view: PeriodsView;
  settling: Settling;
  onReopenAll: () => void;
  /** Which period it is about. */
  children: ReactNode;
}

export function CloseBar({
  view,
  settling: { progress, outcome, closeReady },
  onReopenAll,
  children,
}: CloseBarProps) {
  const ready = readyCount(view);
  const counts = countsOf(view.people);
  return (
    <div className="grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        {children}
        {progress ? (
          <Underway progress={progress} />
        ) : (
          <>
            {ready > 0 && (
              <Button
                look="primary"
                icon={<Lock aria-hidden size={18} />}
                onClick={() => void closeReady(ready)}
                className="max-sm:grow"
              >
                Close for {countText(ready, 'person', 'people')}
              </Button>
            )}
            <p className="min-w-0 flex-1 basis-52 text-sm text-muted">
              {wordsOf(view, ready, counts.open, counts.closed)}
            </p>
            {counts.closed > 0 && (
              <>
                <Button
                  size="small"
                  look="quiet"
                  icon={<ArrowDown aria-hidden size={16} />}
                  onClick={() => document.getElementById('payroll-summary')?.scrollIntoView()}
                >
                  Payroll files
                </Button>
                <Button size="small" look="quiet" onClick={onReopenAll}>
                  Reopen for{' '}
                  {counts.closed === 1 ? 'this one' : `all ${counts.closed.toLocaleString('en-US')}`}
                  ...
                </Button>
              </>
            )}
          </>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {outcome && outcome.problem === null && <Done outcome={outcome} />}
      </div>
      <div role="alert" className="empty:hidden">
        {outcome && outcome.problem !== null && (
          <Banner tone="danger" title={outcome.text}>
            {outcome.problem}
          </Banner>
        )}
      </div>
    </div>
  );
}

function wordsOf(view: PeriodsView, ready: number, open: number, closed: number): string {
  const period = payPeriodText(view);
  if (!view.isOver)
    return `${period} is still running. You can close it after ${formatDate(view.last, 'UTC')}.`;
  if (view.people.length > 0 && closed === view.people.length) return `${period} is closed for everybody.`;
  const parts = [
    ready > 0 ? 'Closing fixes their hours for payroll.' : 'Nobody is ready to be closed.',
    ...(open > 0 ? [`${countText(open, 'person is', 'people are')} not ready.`] : []),
  ];
  return parts.join(' ');
}

function Underway({ progress: { what, done, total } }: { progress: Progress }) {
  const text = `${what === 'closing' ? 'Closing' : 'Reopening'}: ${done.toLocaleString('en-US')} of ${countText(total, 'person', 'people')}`;
  return (
    <div className="grid min-w-52 grow gap-2">
      <p className="text-sm tabular-nums">{text}</p>
      <ProgressBar label="Progress" percent={total === 0 ? 0 : (done / total) * 100} text={text} />
    </div>
  );
}

const REFUSED_SHOWN = 5;

/** Those who could not be closed are named, and why. */
const Done = ({ outcome: { text, refused } }: { outcome: Outcome }) => (
  <Banner isTight={refused.length === 0} tone={refused.length === 0 ? 'success' : 'warning'} title={text}>
    {refused.length > 0 && (
      <>
        {refused.slice(0, REFUSED_SHOWN).map(({ name, message }) => (
          <span key={name} className="block">
            {name}: {message}
          </span>
        ))}
        {refused.length > REFUSED_SHOWN && (
          <span className="block">And {countText(refused.length - REFUSED_SHOWN, 'other', 'others')}.</span>
        )}
      </>
    )}
  </Banner>
);
