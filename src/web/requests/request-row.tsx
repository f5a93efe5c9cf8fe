import { say } from '#texts/say';
import { useLanguage } from '#web/browser/language.ts';
import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { Correction, ListedCorrection } from '#contract/corrections/corrections';
import type { DayBar, TimeAxis } from '#domain/day/day-bar';
import { differenceText } from '#domain/correction/effect';
import { formatDate } from '#domain/time/format';
import { workedMinutes } from '#domain/entry/time-entry';
import { openOver } from '#web/browser/navigation.ts';
import { stateWords } from '#domain/correction/state';
import { correctionTone } from '#contract/corrections/mark-words';
import { CorrectionChanges } from '#web/corrections/old-and-new.tsx';
import { changesOf } from '#contract/corrections/rows';
import { RequestedLeaveCosts } from '#web/leave/leave-costs.tsx';
import { PersonLink } from '#web/frame/person-name.tsx';
import { weekdayNameOf } from '#domain/time/weekday';
import { DayBar as Bar } from '#web/timeline/day-bar.tsx';
import { classes } from '#web/ui/classes.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { AdminLock } from '#web/corrections/admin-lock.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import type { Decisions } from './use-decisions.ts';

export const REQUEST_PATH = 'request';

interface RequestRowProps extends ListedCorrection {
  zone: string;
  /** Undefined for leave. */
  bar: DayBar | undefined;
  axis: TimeAxis;
  /** Undefined if the row has no checkbox. */
  isChecked?: boolean | undefined;
  /** True for the line on which the keys A and D act. */
  isChosen: boolean;
  isBusy: boolean;
  problem: string | undefined;
  onCheck: (id: string, isChecked: boolean) => void;
  actionsFor: Decisions['actionsFor'];
  decide: Decisions['decide'];
}

/** Memoised: the list can have thousands of rows. */
export const RequestRow = memo(function RequestRow({
  correction,
  employee,
  closed,
  zone,
  bar,
  axis,
  isChecked,
  isChosen,
  isBusy,
  problem,
  onCheck,
  actionsFor,
  decide,
}: RequestRowProps) {
  useLanguage();
  const { day, reason, objection } = correction;
  const actions = actionsFor({ correction, closed });
  const canAgree = actions.includes('agree');
  const about = say('request.about', { name: employee.name, day: formatDate(day, zone) });
  return (
    <li
      tabIndex={-1}
      aria-current={isChosen || undefined}
      className={classes(
        'flex gap-x-3 px-4 py-3 outline-none [contain-intrinsic-block-size:auto_4.5rem] [content-visibility:auto] hover:bg-page sm:px-6 sm:py-2',
        isChosen && 'pointer-fine:shadow-[inset_3px_0_0_var(--color-accent)] forced-colors:border-s-4',
      )}
    >
      {isChecked !== undefined && (
        <label className="-m-2 grid size-9 shrink-0 place-items-center">
          <span className="sr-only">{say('request.select', { about })}</span>
          <input
            type="checkbox"
            checked={isChecked && canAgree}
            disabled={!canAgree}
            onChange={(event) => onCheck(correction.id, event.target.checked)}
            className="size-5 accent-accent"
          />
        </label>
      )}
      <div className="grid min-w-0 grow gap-x-4 gap-y-2 text-sm sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,10rem)_minmax(0,1fr)_15rem_17rem]">
        <div className="min-w-0">
          <p className="truncate font-semibold">
            <PersonLink person={employee} />
          </p>
          <p className="whitespace-nowrap tabular-nums">
            <span className="text-muted">{weekdayNameOf(day)}</span> {formatDate(day, zone)}
          </p>
        </div>
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <CorrectionChanges correction={correction} zone={zone} />
            {!correction.leave && (
              <span className="whitespace-nowrap tabular-nums">
                <span className="text-muted">{say('request.workedTime')}</span>{' '}
                <span className="font-semibold">{workedTimeChangeText(correction)}</span>
              </span>
            )}
            {correction.state !== 'asked' && (
              <Badge tone={correctionTone(correction.state)}>{stateWords(correction, 'admin').label}</Badge>
            )}
          </div>
          <p className="line-clamp-2 text-muted wrap-anywhere empty:hidden">
            {whoText(correction)}
            {(objection ?? reason) !== '' && `“${objection ?? reason}”`}
          </p>
          <div role="alert" className="font-semibold text-danger empty:hidden">
            {problem}
          </div>
        </div>
        {/* No times on hover: the row's text has them. */}
        <div className="pointer-events-none flex min-w-0 items-center max-lg:col-span-full max-lg:empty:hidden max-lg:sm:row-start-2">
          {bar ? (
            <Bar bar={bar} axis={axis} zone={zone} />
          ) : (
            <RequestedLeaveCosts of={correction} route="correction" />
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:*:grow sm:justify-end">
          <Button
            size="small"
            className="max-sm:min-h-11"
            aria-label={
              correction.state === 'objected'
                ? say('request.reviewOf', { about })
                : say('request.detailsOf', { about })
            }
            onClick={() => openOver(REQUEST_PATH, correction.id)}
          >
            {correction.state === 'objected' ? say('request.review') : say('request.details')}
            <ChevronRight size={16} className="max-sm:hidden" />
          </Button>
          <DecideButtons
            correction={correction}
            employee={employee}
            closed={closed}
            zone={zone}
            actions={actions.filter((action) => action === 'agree' || action === 'decline')}
            isBusy={isBusy}
            decide={decide}
            Lock={AdminLock}
          />
        </div>
      </div>
    </li>
  );
});

/** Says whose words follow. Empty for the employee's own request. */
function whoText({ objection, askedBy, userId }: Correction): string {
  if (objection !== null) return `${say('request.objectsTo', { name: askedBy.name })} `;
  return askedBy.id === userId ? '' : `${say('request.saidBy', { name: askedBy.name })} `;
}

/** Text of the change in worked time. An entry without an end adds no time. */
function workedTimeChangeText(correction: Correction): string {
  const worked = (which: 'old' | 'new') =>
    changesOf(correction).reduce((sum, { [which]: times }) => {
      const end = times?.clockOut ?? null;
      return times === null || end === null ? sum : sum + workedMinutes(times, end);
    }, 0);
  return differenceText(worked('old'), worked('new'));
}
