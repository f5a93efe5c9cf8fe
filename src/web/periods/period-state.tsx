import { CircleCheck, CircleDot, Hourglass, Lock, LockOpen, MessageSquareWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { PERIOD_LABEL, type PeriodState } from '#domain/period/pay-period';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { saidOf, type PeriodSaid } from './period-words.ts';

const LOOKS: Readonly<Record<PeriodState, { readonly tone: BadgeTone; readonly icon: ReactNode }>> = {
  running: { tone: 'neutral', icon: <CircleDot aria-hidden size={14} /> },
  'to-be-confirmed': { tone: 'accent', icon: <Hourglass aria-hidden size={14} /> },
  confirmed: { tone: 'success', icon: <CircleCheck aria-hidden size={14} /> },
  changed: { tone: 'warning', icon: <Hourglass aria-hidden size={14} /> },
  objected: { tone: 'danger', icon: <MessageSquareWarning aria-hidden size={14} /> },
  closed: { tone: 'neutral', icon: <Lock aria-hidden size={14} /> },
  reopened: { tone: 'warning', icon: <LockOpen aria-hidden size={14} /> },
};

/** Where a period stands, in the words of whoever reads it. */
export const PeriodBadge = ({ state, reader }: { state: PeriodState; reader: 'employee' | 'admin' }) => (
  <Badge {...LOOKS[state]}>{PERIOD_LABEL[state][reader]}</Badge>
);

/**
 * What was last said and done about a period, with the reasons in the words they were given in.
 * @param elsewhere a line that already stands above, for all
 */
export const PeriodSaidLines = ({
  period,
  zone,
  elsewhere,
}: {
  period: PeriodSaid;
  zone: string;
  elsewhere?: string | null;
}) =>
  saidOf(period, zone).map(
    ({ text, quote }) =>
      (quote !== null || text !== elsewhere) && (
        <p key={text} className="text-sm text-muted wrap-anywhere">
          {text}
          {quote !== null && (
            <>
              : <q className="text-ink">{quote}</q>
            </>
          )}
        </p>
      ),
  );
