/** The remaining leave of each year. A press on a figure shows how it is calculated. */
import { say } from '#texts/say';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AllowanceBalance } from '#contract/leave/leave';
import { amountText, remainingText } from '#domain/leave/allowance-rule';
import { classes } from '#web/ui/classes.ts';

interface AllowancesProps {
  of: readonly AllowanceBalance[];
  /** Renders a button below the figures of a year, to change the allowance. */
  renderAction?: (balance: AllowanceBalance) => ReactNode;
}

export const Allowances = ({ of, renderAction }: AllowancesProps) =>
  of.length > 0 && (
    <div role="group" aria-label={say('allowance.title')} className="mb-2 grid gap-2">
      {of.map((account) => (
        <details key={account.year} className="group rounded-md border border-line text-sm tabular-nums">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3">
            <span className="text-muted">{account.year}</span>
            <span className={classes('grow font-semibold', account.left < 0 && 'text-danger')}>
              {remainingText(account.left, account.total, account.unit)}
            </span>
            <ChevronDown size={18} className="shrink-0 text-muted group-open:rotate-180" />
          </summary>
          <div className="grid gap-2 border-t border-line p-3">
            <AllowanceLines of={account} />
            {renderAction?.(account)}
          </div>
        </details>
      ))}
    </div>
  );

const LINE_CLASSES: Readonly<Record<string, string>> = {
  left: 'border-t border-line pt-1 font-semibold',
  waiting: 'text-muted',
};

/** Undecided requests are listed below the sum 'Left', with a sum of their own. */
const AllowanceLines = ({ of: { lines, left, unit } }: { of: AllowanceBalance }) => {
  const waiting = lines.filter(({ what }) => what === 'waiting');
  const leftAfter = waiting.reduce((sum, { amount }) => sum + amount, left);
  const after = { what: 'left', label: say('allowance.leftIfApproved'), detail: '', amount: leftAfter };
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
      {[
        ...lines.filter(({ what }) => what !== 'waiting'),
        { what: 'left', label: say('allowance.left'), detail: '', amount: left },
        ...waiting,
        ...(waiting.length > 0 ? [after] : []),
      ].map(({ what, label, detail, amount }) => (
        <div
          key={`${label} ${detail}`}
          className={`col-span-2 grid grid-cols-subgrid ${LINE_CLASSES[what] ?? ''}`}
        >
          <dt className="wrap-anywhere">
            {label}
            <span className="block text-muted">
              {what === 'planned'
                ? say('allowance.planned', { detail })
                : what === 'waiting'
                  ? say('allowance.waiting', { detail })
                  : detail}
            </span>
          </dt>
          <dd className="text-end">{amountText(amount, unit)}</dd>
        </div>
      ))}
    </dl>
  );
};
